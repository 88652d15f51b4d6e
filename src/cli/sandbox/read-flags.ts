import { parseArgs } from 'node:util';
import type * as z from 'zod';
import { optionFields, type SandboxOptions } from '../../sandbox/setup/sandbox-options.ts';
import { SWITCH_VALUES, type Switches } from '../../sandbox/setup/switches.ts';
import { UsageError } from '../command.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../demo/company.ts';
import { readCipher } from './read-cipher.ts';
import { DEFAULT_PORT } from './sandbox-help.ts';

interface AppUrl {
  readonly appId: string;
  readonly url: string;
}

/** The parsed command line. */
export interface SandboxFlags {
  readonly setupFile: string | undefined;
  /** Path of a file with the option `faults` as JSON. */
  readonly faultsFile: string | undefined;
  readonly printsSetup: boolean;
  /** Whether to run the demo. */
  readonly isDemo: boolean;
  /** Of the demo. */
  readonly language: DemoLanguage | undefined;
  readonly isQuiet: boolean;
  /** Override those of the setup. */
  readonly options: SandboxOptions & { readonly port: number };
  /** Override single switches of the setup. */
  readonly switches: Partial<Switches>;
  readonly statusUrls: readonly AppUrl[];
  readonly diagramUrls: readonly AppUrl[];
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const texts = { type: 'string', multiple: true, default: [] as string[] } as const;

const FLAGS = {
  ...{
    port: text,
    host: text,
    setup: text,
    faults: text,
    data: text,
    record: text,
    'time-zone': text,
    cipher: text,
    after: text,
    language: text,
  },
  ...{ demo: flag, 'print-setup': flag, 'no-nightly-run': flag, 'no-control': flag, quiet: flag, help: flag },
  ...{ switch: texts, 'status-url': texts, 'diagram-url': texts },
};

/** @throws {UsageError} an unknown option, or an invalid value */
export function readFlags(args: readonly string[]): SandboxFlags {
  const values = parse(args);
  const port = check('--port', optionFields.port, numberIn(values.port)) ?? DEFAULT_PORT;
  const options = {
    port,
    host: check('--host', optionFields.host, values.host),
    data: check('--data', optionFields.data, values.data),
    record: check('--record', optionFields.record, values.record),
    timeZone: check('--time-zone', optionFields.timeZone, values['time-zone']),
    statusAfterHours: check('--after', optionFields.statusAfterHours, numberIn(values.after)),
    callbackCipher: values.cipher === undefined ? undefined : readCipher(values.cipher),
    nightlyRun: values['no-nightly-run'] ? false : undefined,
    controlApi: values['no-control'] ? false : undefined,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    setupFile: values.setup,
    faultsFile: values.faults,
    printsSetup: values['print-setup'],
    isDemo: values.demo,
    language: readLanguage(values.language),
    isQuiet: values.quiet,
    options: { ...Object.fromEntries(given), port },
    switches: Object.fromEntries(values.switch.map(readSwitch)),
    statusUrls: values['status-url'].map((given) => readAppUrl('--status-url', given)),
    diagramUrls: values['diagram-url'].map((given) => readAppUrl('--diagram-url', given)),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\nbpmn-transaction-bridge sandbox --help lists all options.`);
  }
}

/** Validates a value with the schema of the option, and returns it. */
function check<T>(name: string, schema: z.ZodType, value: T | undefined): T | undefined {
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return value;
  throw new UsageError(`${name}: ${parsed.error.issues.map(({ message }) => message).join('; ')}`);
}

function readLanguage(given: string | undefined): DemoLanguage | undefined {
  const language = DEMO_LANGUAGES.find((each) => each === given);
  if (given === undefined || language !== undefined) return language;
  throw new UsageError(`--language: must be one of ${DEMO_LANGUAGES.join(', ')}.`);
}

/** Returns NaN, which all options refuse, if the text is not a decimal number. */
function numberIn(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
}

function readSwitch(given: string): [string, boolean | string | number] {
  const { name, value } = readPair('--switch', '<name>=<value>', given);
  const values: readonly (boolean | string | number)[] | undefined = Object.hasOwn(SWITCH_VALUES, name)
    ? SWITCH_VALUES[name as keyof Switches]
    : undefined;
  if (values === undefined) {
    throw new UsageError(`--switch ${name}: unknown switch; known: ${Object.keys(SWITCH_VALUES).join(', ')}.`);
  }
  const known = values.find((each) => String(each) === value);
  if (known === undefined) throw new UsageError(`--switch ${name}: must be one of ${values.join(', ')}.`);
  return [name, known];
}

function readAppUrl(flagName: string, given: string): AppUrl {
  const { name, value } = readPair(flagName, '<appId>=<url>', given);
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new UsageError(`${flagName} ${name}: must be an http or https url.`);
  }
  return { appId: name, url: value };
}

function readPair(flagName: string, form: string, given: string): { name: string; value: string } {
  const at = given.indexOf('=');
  if (at < 1) throw new UsageError(`${flagName}: must have the form ${form}.`);
  return { name: given.slice(0, at), value: given.slice(at + 1) };
}
