import { type Extension, readExtensions } from '../moddle/extension.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import { isVariableName } from '../read/variable-name.ts';

/** A variable that is set where a call is entered or left: its name, and the expression of its value. */
export type CallAssignment = readonly [name: string, text: string];

/** The in and out parameters of a call activity. */
export interface CallMappings {
  readonly in: readonly CallAssignment[];
  readonly out: readonly CallAssignment[];
  /** Those that are not run, as they stand in the file. */
  readonly faults: readonly string[];
  /** Whether the file has any. */
  readonly isGiven: boolean;
}

/**
 * Reads `in` and `out` of Camunda 7, Flowable and Activiti, and `zeebe:ioMapping`. What is called shares the variables of
 * its caller, so that only those with another name do something: a variable that goes by its own name is there already.
 */
export function readCallMappings(call: ModdleElement): CallMappings {
  const extensions = readExtensions(call);
  const isGiven = extensions.some(({ name }) => ['in', 'out', 'ioMapping'].includes(name));
  const written = extensions.flatMap(readWritten);
  const run = (way: 'in' | 'out') =>
    written.flatMap(({ way: own, name, text, fault }): CallAssignment[] =>
      own !== way || fault !== undefined || isItself(name, text) ? [] : [[name, text]],
    );
  return { in: run('in'), out: run('out'), faults: written.flatMap(({ fault }) => fault ?? []), isGiven };
}

interface WrittenMapping {
  readonly way: 'in' | 'out';
  readonly name: string;
  readonly text: string;
  readonly fault?: string;
}

const NOTHING: readonly WrittenMapping[] = [];

function readWritten({ vendor, name: tag, attributes, children }: Extension): readonly WrittenMapping[] {
  if (vendor === 'zeebe' && tag === 'ioMapping') {
    return children.flatMap(({ name, attributes: { source = '', target = '' } }) =>
      name === 'input' || name === 'output'
        ? check(name === 'input' ? 'in' : 'out', target, source, `zeebe:${name}`)
        : [],
    );
  }
  if ((tag !== 'in' && tag !== 'out') || vendor === undefined || vendor === 'zeebe' || vendor === 'ttc') return NOTHING;
  const { source, sourceExpression, target, targetExpression, variables, businessKey } = attributes;
  // All of them are shared, and so is the business key.
  if (variables !== undefined || isOwnKey(businessKey)) return NOTHING;
  const text =
    sourceExpression ?? (source === undefined ? '' : /[$#]\{/.test(source) ? source : `\${${source.trim()}}`);
  const from = `${vendor}:${tag}`;
  if (businessKey !== undefined) return [{ way: tag, name: '', text, fault: `${from} businessKey="${businessKey}"` }];
  return check(tag, target ?? targetExpression ?? '', text, from);
}

function check(way: 'in' | 'out', target: string, text: string, from: string): readonly WrittenMapping[] {
  const name = target.trim();
  const isName = isVariableName(name) && text.trim() !== '';
  return [{ way, name, text, ...(isName ? {} : { fault: `${from} target="${name}"` }) }];
}

function isOwnKey(businessKey: string | undefined): boolean {
  return /^[$#]\{\s*execution\.(processB|b)usinessKey\s*\}$/.test(businessKey ?? '');
}

function isItself(name: string, text: string): boolean {
  return [`\${${name}}`, `#{${name}}`, `=${name}`].includes(text.replace(/\s/g, ''));
}
