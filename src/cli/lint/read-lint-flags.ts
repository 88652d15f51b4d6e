import { parseArgs } from 'node:util';
import type { LintOptions } from '../../model/index.ts';
import { UsageError } from '../command.ts';

/** The parsed command line. */
export interface LintFlags {
  readonly paths: readonly string[];
  readonly isJson: boolean;
  readonly options: LintOptions;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

const FLAGS = {
  ...{ json: flag, strict: flag, assign: flag, 'no-scripts': flag, help: flag },
  ...{ handlers: text, group: text, 'system-handler': text, services: text, functions: text },
};

const SEE_HELP = 'bpmn-transaction-bridge lint --help lists all options.';

/** @throws {UsageError} an unknown option, an invalid value, or no file */
export function readLintFlags(args: readonly string[]): LintFlags {
  const { values, positionals } = parse(args);
  if (positionals.length === 0) throw new UsageError(`Name a file or a folder of diagrams.\n${SEE_HELP}`);
  if (values.handlers !== undefined && values.group !== undefined) {
    throw new UsageError(
      '--handlers and --group cannot be used together: a task is assigned to accounts or to groups.',
    );
  }
  const handlers = nonEmpty('--handlers', values.handlers);
  const handlingGroup = nonEmpty('--group', values.group);
  const systemHandler = nonEmpty('--system-handler', values['system-handler']);
  const services = listOf(values.services);
  const functions = listOf(values.functions);
  return {
    paths: positionals,
    isJson: values.json,
    options: {
      ...{ strict: values.strict, assign: values.assign, scripts: !values['no-scripts'] },
      defaults: {
        ...(handlers !== undefined && { handlers }),
        ...(handlingGroup !== undefined && { handlingGroup }),
        ...(systemHandler !== undefined && { systemHandler }),
      },
      ...(services && { services }),
      ...(functions && { functions }),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\n${SEE_HELP}`);
  }
}

function nonEmpty(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value.split(',').some((each) => each.trim() !== '')) return value;
  throw new UsageError(`${name}: must name at least one.`);
}

/** An empty text is an empty list. */
function listOf(value: string | undefined): readonly string[] | undefined {
  return value
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
