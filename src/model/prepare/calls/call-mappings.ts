import { ATTRIBUTE_VENDORS, type Extension, readExtensions, readVendorAttribute } from '../../moddle/extension.ts';
import { vendorOfAttributes, vendorsOf } from '../../moddle/file-settings.ts';
import { elementOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import type { Vendor } from '../../moddle/vendor.ts';
import type { CallPassing } from '../../nodes/called-process.ts';
import { readDataInputs, readDataOutputs, valueOrNull } from '../../read/data/read-data-inputs.ts';
import { isVariableName } from '../../read/reading.ts';

/** A variable that is set when a call starts or ends: its name and the expression for its value. */
export type CallAssignment = readonly [name: string, text: string];

/** The variables that are passed in one direction. */
export interface PassedVariables extends Omit<CallPassing, 'way'> {
  readonly set: readonly CallAssignment[];
}

/** Which variables a call activity passes, as in the engine that the file was written for. */
export interface CallMappings {
  /** The called process has its own variables; otherwise it shares the variables of its caller. */
  readonly own: boolean;
  readonly in: PassedVariables;
  readonly out: PassedVariables;
  /** Unsupported parameters, as written in the file. */
  readonly faults: readonly string[];
  /** Whether the file has any mappings. */
  readonly isGiven: boolean;
  /** The mappings are data associations, which the multi-instance marker uses too. */
  readonly byData?: true;
}

/**
 * Reads the variable mappings of a call:
 * - `in`, `out` and `inheritVariables` of Camunda 7, Flowable and Activiti, which pass only what they name;
 * - `zeebe:ioMapping` with the settings of `zeebe:calledElement`, which pass all variables by default;
 * - the data associations of jBPM, which pass only what they name.
 *
 * In a file for no particular engine the called process shares the variables of its caller.
 */
export function readCallMappings(call: ModdleElement): CallMappings {
  const extensions = readExtensions(call);
  const isGiven = extensions.some(({ name }) => ['in', 'out', 'ioMapping'].includes(name));
  const written = extensions.flatMap(readWritten);
  const faults = written.flatMap(({ fault }) => fault ?? []);
  const set = (way: 'in' | 'out') =>
    written.flatMap(({ way: own, name, text, fault }): CallAssignment[] =>
      own !== way || fault !== undefined ? [] : [[name, text]],
    );
  const sides = { in: { set: set('in') }, out: { set: set('out') } };
  const vendor = vendorOfCall(call, extensions);
  switch (vendor) {
    case 'zeebe':
      return { own: true, ...passedByZeebe(extensions, sides.in.set, sides.out.set), faults, isGiven };
    case 'camunda':
    case 'flowable':
    case 'activiti': {
      const isAll = (way: 'in' | 'out', local: boolean) =>
        extensions.some(
          ({ name, attributes: a }) => name === way && a.variables !== undefined && (a.local === 'true') === local,
        );
      const inherits = readVendorAttribute(call, vendor, 'inheritVariables') === 'true';
      const passed = {
        in: { ...sides.in, ...flag('all', inherits || isAll('in', false)), ...flag('local', isAll('in', true)) },
        out: { ...sides.out, ...flag('all', isAll('out', false)), ...(vendor === 'camunda' && ON_THROWN) },
      };
      return { own: true, ...passed, faults, isGiven };
    }
    case 'drools':
      return passedByData(call);
    default:
      return { own: false, ...sides, faults, isGiven };
  }
}

/** Camunda 7 also passes variables back if an event on the call catches what the called process throws (`call-activity.md`). */
const ON_THROWN = { onError: true, onEscalation: true } as const;

function flag<Name extends string>(name: Name, isSet: boolean): { readonly [key in Name]?: true } {
  return (isSet ? { [name]: true } : {}) as { readonly [key in Name]?: true };
}

function passedByZeebe(
  extensions: readonly Extension[],
  inputs: readonly CallAssignment[],
  outputs: readonly CallAssignment[],
): Pick<CallMappings, 'in' | 'out'> {
  const called = extensions.find(({ vendor, name }) => vendor === 'zeebe' && name === 'calledElement');
  const isOn = (name: string) => called?.attributes[name]?.trim() !== 'false';
  return {
    in: { set: inputs, local: true, ...flag('all', isOn('propagateAllParentVariables')) },
    out: {
      set: outputs,
      seesCaller: true,
      ...flag('all', outputs.length === 0 && isOn('propagateAllChildVariables')),
    },
  };
}

/**
 * jBPM passes the data inputs to the called process by name, and reads its data outputs, even if it ends with an error
 * (`SubProcessNodeInstance.java`). An unset variable is null on both sides. The collections of a multi-instance are not
 * passed.
 */
function passedByData(call: ModdleElement): CallMappings {
  const loop = elementOf(call, 'loopCharacteristics');
  const collection = elementOf(loop, 'loopDataInputRef')?.id;
  const inputs = readDataInputs(call).filter(({ id }) => id !== collection);
  const outputs = readDataOutputs(call);
  const faults = [
    ...inputs.flatMap(({ name }) => (isVariableName(name) ? [] : `the data input ${name}`)),
    ...outputs.flatMap(({ name }) => (isVariableName(name) ? [] : `the data output ${name}`)),
  ];
  const set = (pairs: readonly CallAssignment[]) => pairs.filter((pair) => pair.every((each) => each !== ''));
  return {
    own: true,
    in: {
      set: set(
        inputs.map(({ name, text, variable }) => [
          isVariableName(name) ? name : '',
          variable === undefined ? text : valueOrNull(variable),
        ]),
      ),
    },
    out: {
      set: set(outputs.map(({ name, variable }) => [variable, isVariableName(name) ? valueOrNull(name) : ''])),
      onError: true,
    },
    faults,
    isGiven: collection !== undefined || inputs.length + outputs.length > 0,
    byData: true,
  };
}

/** The engine of a call: by its attributes and extensions, else by the namespaces of the file if they are of one engine. */
function vendorOfCall(call: ModdleElement, extensions: readonly Extension[]): Vendor | undefined {
  const isOwn = ({ vendor, name }: Extension) => vendor !== undefined && vendor !== 'ttc' && name !== 'properties';
  const atCall = extensions.find(isOwn)?.vendor ?? vendorOfAttributes(call);
  if (atCall !== undefined) return atCall;
  const declared = vendorsOf(call);
  const byParameters = ATTRIBUTE_VENDORS.find((vendor) => declared.has(vendor));
  const kinds = [byParameters, ...(['zeebe', 'drools'] as const).filter((vendor) => declared.has(vendor))];
  const [kind, ...others] = kinds.filter((each) => each !== undefined);
  return others.length === 0 ? kind : undefined;
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
  // `variables` is handled separately, and the business key is shared anyway.
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
