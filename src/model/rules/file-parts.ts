import type { UnknownAttribute } from '../moddle/parse-leftovers.ts';
import { declarationOf } from '../moddle/prefixes.ts';
import { BPMN_TYPES } from '../moddle/strict-moddle.ts';
import { isVendor, vendorOfNamespace } from '../moddle/vendor.ts';
import type { ModelFile } from '../read/read-definitions.ts';
import { suggestName } from '../suggest-name.ts';
import type { FileRule, Finding } from './rule.ts';
import { isEngine, VENDOR_NAMES } from './vendors/vendor-names.ts';

/**
 * Valid BPMN 2.0 that bpmn-moddle 9 does not know: parts of conversations, choreographies, global scripts and extensions,
 * none of which are executed.
 */
const UNKNOWN_TO_MODDLE =
  /unknown type <bpmn:(EndPointRef|InnerParticipantRef|OuterParticipantRef|MessageFlowRef|Script)>|unrecognized element <bpmn:documentation>/;

/** Reported by other rules. */
const REPORTED_ELSEWHERE = /duplicate ID|missing namespace for prefix/;

/** Not used for execution, so a warning is enough. */
const NOT_READ = /unexpected body text|<dc:|<di:|<bpmndi:/;

const filePartSkipped: FileRule = {
  name: 'file-part-skipped',
  severity: 'error',
  says: 'a part of the file is not BPMN 2.0, so the parser skipped it; a warning for text between elements and for the diagram',
  remedy: 'Correct it in the XML, or delete it there and draw it again.',
  check: ({ id, leftovers }) =>
    leftovers.skipped
      .filter((message) => !REPORTED_ELSEWHERE.test(message) && !UNKNOWN_TO_MODDLE.test(message))
      // One broken attribute causes several parser messages for the same tag.
      .filter((message, at, all) => all.findIndex((other) => placeOf(other) === placeOf(message)) === at)
      .map((message) => ({
        severity: NOT_READ.test(message) ? 'warning' : 'error',
        elementId: id,
        reason: `A part of the file is not BPMN 2.0 and was skipped: ${message}.`,
        remedy: remedyFor(message),
      })),
};

/** For a broken attribute the tag, such as `line 17, <userTask>`; otherwise the whole message. */
function placeOf(message: string): string {
  return /^(line \d+, <[^>]*>): .*attribute/.exec(message)?.[1] ?? message;
}

function remedyFor(message: string): string | undefined {
  if (/illegal ID/.test(message)) return 'Give it an id of letters, digits, _, - and ., without spaces.';
  if (/illegal (first char )?attribute name/.test(message))
    return 'Names of attributes and prefixes must begin with a letter from a to z and contain only letters, digits, -, _ and .: rename it, or delete it.';
  if (/unrecognized element <(camunda|zeebe|flowable|activiti|drools|ttc):/.test(message))
    return 'Put it into the <extensionElements> of the element that holds it.';
  const [, type] = /unknown type <bpmn:([^>]+)>/.exec(message) ?? [];
  const meant = type === undefined ? undefined : suggestName(type, BPMN_TYPES);
  return meant && `Write <${meant.charAt(0).toLowerCase()}${meant.slice(1)}>, if that is what you mean.`;
}

const MAX_PLACES = 3;

/** One problem per prefix, however often it is used. The parser skips attributes with an undeclared prefix. */
const prefixUndeclared: FileRule = {
  name: 'prefix-undeclared',
  severity: 'error',
  says: 'the file uses a prefix, such as `camunda:`, and declares no namespace for it, so names with this prefix are not read; a warning if the declared namespace is not that of an engine',
  remedy: 'Declare it on `<definitions>`: the problem says how.',
  check: (file) => [...refuseUndeclared(file), ...warnOfOthers(file)],
};

/** Reports prefixes of engines that are declared with an unknown namespace, for example a misspelt one. */
function warnOfOthers({ id, prefixes }: ModelFile): readonly Finding[] {
  return [...prefixes].flatMap(([prefix, uri]) => {
    if (!isVendor(prefix) || vendorOfNamespace(uri) !== undefined) return [];
    return {
      severity: 'warning',
      guess: true,
      elementId: id,
      reason: `The prefix ${prefix} is declared as ${uri}, which is not the namespace of a known engine, so names with this prefix are not read.`,
      remedy: `${declarationOf(prefix).replace(/^w/, 'W')}, if that is what you mean.`,
    };
  });
}

function refuseUndeclared({ id, leftovers }: ModelFile): readonly Finding[] {
  // A file that calls one of its own processes is parsed twice; each problem is reported once.
  const found = new Map<string, Finding>();
  for (const { prefix, elementId = id, places } of leftovers.undeclaredPrefixes) {
    const others = places.length - MAX_PLACES;
    const named = [...places.slice(0, MAX_PLACES), ...(others > 0 ? [`${others} more`] : [])].join(', ');
    const reason = `The file does not declare the prefix ${prefix}, so names with this prefix are not read: ${named}.`;
    const remedy = `${declarationOf(prefix).replace(/^w/, 'W')}.`;
    found.set(`${elementId} ${reason}`, { elementId, reason, remedy });
  }
  return [...found.values()];
}

/** One warning per element, for attributes that the parser does not know and that are therefore not read. */
const unknownAttribute: FileRule = {
  name: 'unknown-attribute',
  severity: 'warning',
  says: 'an attribute without a prefix that BPMN 2.0 does not have on the element; the remedy suggests a similar name',
  remedy: 'Correct its spelling, or put the prefix of its namespace before it; otherwise remove it.',
  check({ id, leftovers, prefixes }) {
    const ofElements = new Map<string, Map<string, UnknownAttribute>>();
    for (const each of leftovers.unknownAttributes) {
      const { elementId = id, name } = each;
      ofElements.set(elementId, (ofElements.get(elementId) ?? new Map<string, UnknownAttribute>()).set(name, each));
    }
    return [...ofElements].map(([elementId, attributes]) => {
      const corrected = [...attributes.values()].flatMap(({ name, known }) => {
        const meant = suggestAttribute({ name, known }, prefixes);
        return meant === undefined ? [] : [{ name, meant }];
      });
      const meant = corrected.map((each) => each.meant);
      return {
        elementId,
        reason: `BPMN 2.0 has no attribute ${[...attributes.keys()].join(', ')} on this element, so it is not read.`,
        ...(meant.length > 0 && {
          remedy: `Write ${corrected.map((each) => `${each.meant} for ${each.name}`).join(', ')}${declarations(meant, prefixes)}, if that is what you mean; otherwise remove it.`,
          guess: true,
          cause: { meant },
        }),
      };
    });
  },
};

/** The namespace declarations that the suggested names need. */
function declarations(meant: readonly string[], prefixes: ModelFile['prefixes']): string {
  const missing = UNDECLARED.filter(
    (vendor) => !prefixes.has(vendor) && meant.some((each) => each.startsWith(`${vendor}:`)),
  );
  return missing.map((vendor) => `, with ${declarationOf(vendor).replace('write ', '')}`).join('');
}

/** An attribute of an engine whose prefix is missing, else a similar name; without an engine in the file, of any engine. */
function suggestAttribute(
  { name, known }: Pick<UnknownAttribute, 'name' | 'known'>,
  prefixes: ModelFile['prefixes'],
): string | undefined {
  const engines = [...prefixes].flatMap(([prefix, uri]) => {
    const vendor = vendorOfNamespace(uri);
    return isEngine(vendor) ? [{ prefix, vendor }] : [];
  });
  const found = engines.find(({ vendor }) => VENDOR_NAMES[vendor].attributes.has(name));
  if (found !== undefined) return `${found.prefix}:${name}`;
  const near = suggestName(name, known);
  if (near !== undefined || engines.length > 0) return near;
  return UNDECLARED.find((vendor) => VENDOR_NAMES[vendor].attributes.has(name))?.concat(`:${name}`);
}

/** Engines whose attributes are suggested without a declared prefix, because their names are unambiguous. */
const UNDECLARED = ['camunda', 'flowable'] as const;

/** The parser would read any other value as false. */
const booleanInvalid: FileRule = {
  name: 'boolean-invalid',
  severity: 'error',
  says: 'a Boolean attribute is not one of `true`, `false`, `1` and `0`',
  remedy: 'Write true or false.',
  check: ({ id, leftovers }) => {
    // A file that calls one of its own processes is parsed twice; each problem is reported once.
    const found = new Map<string, Finding>();
    for (const { elementId = id, attribute, value } of leftovers.invalidBooleans) {
      const reason = `${attribute}="${value}" is neither true nor false.`;
      found.set(`${elementId} ${reason}`, { elementId, reason });
    }
    return [...found.values()];
  },
};

/** If a part or reference that BPMN 2.0 allows once is repeated, the parser keeps only the last one. */
const partGivenTwice: FileRule = {
  name: 'part-given-twice',
  severity: 'error',
  says: 'a part or reference that BPMN 2.0 allows once, such as a marker or the time of a timer, appears several times',
  remedy: 'Keep only one of them in the XML.',
  check: ({ id, leftovers }) => {
    // A file that calls one of its own processes is parsed twice; each problem is reported once.
    const found = new Map<string, Finding>();
    for (const { elementId = id, part } of leftovers.repeatedParts) {
      const reason = `${part} appears more than once here, but BPMN 2.0 allows only one.`;
      found.set(`${elementId} ${part}`, { elementId, reason });
    }
    return [...found.values()];
  },
};

/** BPMN 2.0, 8.2.3: an engine that does not understand an extension with `mustUnderstand` must not run the file. */
const extensionNotUnderstood: FileRule = {
  name: 'extension-not-understood',
  severity: 'error',
  says: 'the file declares an extension with `mustUnderstand`',
  remedy: 'Remove mustUnderstand if the process means the same without the extension.',
  check: ({ id, mustUnderstand }) =>
    mustUnderstand === 0
      ? []
      : [
          {
            elementId: id,
            reason: `The file declares ${mustUnderstand === 1 ? 'an extension' : `${mustUnderstand} extensions`} with mustUnderstand="true", which the bridge does not understand.`,
          },
        ],
};

export const FILE_PART_RULES: readonly FileRule[] = [
  filePartSkipped,
  prefixUndeclared,
  unknownAttribute,
  booleanInvalid,
  partGivenTwice,
  extensionNotUnderstood,
];
