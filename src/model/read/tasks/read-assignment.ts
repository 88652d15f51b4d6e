import { ATTRIBUTE_VENDORS, findExtensions, readVendorAttribute } from '../../moddle/extension.ts';
import { isDrawnFor } from '../../moddle/file-settings.ts';
import { elementOf, elementsOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import type { AssignmentSource } from '../../nodes/task-node.ts';
import { readDataInputs } from '../data/read-data-inputs.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtc } from '../read-ttc.ts';

type Kind = AssignmentSource['kind'];

/** The people or groups that one place of the diagram names, before the expressions are compiled. */
interface Claim {
  readonly kind: Kind;
  readonly from: string;
  readonly texts: readonly string[];
}

/**
 * All sources of the handlers of a user task, handlers before groups, assignees before candidates, each in the order ttc,
 * Camunda 7, Camunda 8, Flowable, Activiti, standard BPMN, jBPM; the lane only if there is no other source.
 */
export function readAssignment(node: FlowNode, expressions: ExpressionReader): readonly AssignmentSource[] {
  const given = readGiven(node);
  const claims = given.length > 0 ? given : readLaneClaim(node);
  return (['handlers', 'handlingGroup'] as const).flatMap((kind) =>
    claims
      .filter((claim) => claim.kind === kind)
      .toSorted((a, b) => Number(namesCandidates(a)) - Number(namesCandidates(b)))
      .map(({ from, texts }) => ({ kind, from, expressions: compileAll(texts, node.id, from, expressions) })),
  );
}

/** In the engines a task that has an assignee is open to nobody else. */
export function namesCandidates({ from }: Pick<AssignmentSource, 'from'>): boolean {
  return /candidateUsers$|^potentialOwner$/.test(from);
}

/** The initiator of the process, as the modelers of Flowable and Activiti write it. */
const WORDS: ReadonlyMap<string, string> = new Map([['$INITIATOR', '${initiator}']]);

type Holder = Pick<FlowNode, 'element'>;

function readGiven(holder: Holder): readonly Claim[] {
  return [
    ...readTtcClaims(holder),
    ...readVendorClaims(holder),
    ...readResourceClaims(holder),
    ...readDataClaims(holder),
  ];
}

function compileAll(texts: readonly string[], nodeId: string, from: string, expressions: ExpressionReader) {
  return texts.flatMap(splitList).map((text) => expressions.read(WORDS.get(text) ?? text, nodeId, from));
}

function readTtcClaims({ element }: Holder): readonly Claim[] {
  return [
    ...claim('handlers', 'ttc:handlers', [readTtc(element, 'handlers')]),
    ...claim('handlingGroup', 'ttc:handlingGroup', [readTtc(element, 'handlingGroup')]),
  ];
}

function readVendorClaims({ element }: Holder): readonly Claim[] {
  const claims: Claim[] = [];
  for (const vendor of ATTRIBUTE_VENDORS) {
    const read = (name: string) => readVendorAttribute(element, vendor, name);
    const ofVendor = claimPeople(vendor, {
      assignee: read('assignee'),
      users: read('candidateUsers'),
      groups: read('candidateGroups'),
    });
    // Camunda 8 comes after Camunda 7.
    claims.push(...ofVendor);
    if (vendor === 'camunda') claims.push(...readZeebeClaims(element));
  }
  return claims;
}

function readZeebeClaims(element: FlowNode['element']): readonly Claim[] {
  return findExtensions(element, 'zeebe', 'assignmentDefinition').flatMap(({ attributes }) =>
    claimPeople('zeebe:assignmentDefinition', {
      assignee: attributes.assignee,
      users: attributes.candidateUsers,
      groups: attributes.candidateGroups,
    }),
  );
}

/** The values of a vendor's attributes, as written. */
interface Named {
  readonly assignee: string | undefined;
  readonly users: string | undefined;
  readonly groups: string | undefined;
}

function claimPeople(place: string, { assignee, users, groups }: Named): readonly Claim[] {
  const from = place.includes(':') ? `${place} ` : `${place}:`;
  return [
    ...claim('handlers', `${from}assignee`, [assignee]),
    ...claim('handlers', `${from}candidateUsers`, [users]),
    ...claim('handlingGroup', `${from}candidateGroups`, [groups]),
  ];
}

/** The data inputs that name the handlers of a task in jBPM. */
export const PEOPLE_INPUTS: Readonly<Record<string, Kind>> = { ActorId: 'handlers', GroupId: 'handlingGroup' };

function readDataClaims({ element }: Holder): readonly Claim[] {
  return readDataInputs(element).flatMap(({ name, text }) => {
    const kind = Object.hasOwn(PEOPLE_INPUTS, name) ? PEOPLE_INPUTS[name] : undefined;
    return kind === undefined ? [] : claim(kind, `the data input ${name}`, [text]);
  });
}

/**
 * Standard BPMN: `user(a), group(b)`. Plain text names a person in a humanPerformer and a group in a potentialOwner, as in
 * Camunda, Flowable and Activiti; in jBPM a potentialOwner is a person. Several owners are all candidates.
 */
function readResourceClaims({ element }: Holder): readonly Claim[] {
  const parts = elementsOf(element, 'resources').flatMap(readRole);
  return [...ROLES.values()].flatMap((from) =>
    (['handlers', 'handlingGroup'] as const).flatMap((kind) =>
      claim(
        kind,
        from,
        parts.filter((part) => part.from === from && part.kind === kind).map(({ text }) => text),
      ),
    ),
  );
}

interface RolePart {
  readonly from: string;
  readonly kind: Kind;
  readonly text: string;
}

function readRole(role: ModdleElement): readonly RolePart[] {
  const from = ROLES.get(role.$type);
  const text = textOfRole(role);
  if (from === undefined || text === undefined) return [];
  const plain: Kind = from === 'humanPerformer' || isDrawnFor(role, 'drools') ? 'handlers' : 'handlingGroup';
  return (text.startsWith('=') ? [text] : splitList(text)).map((part) => ({ from, ...readResource(part, plain) }));
}

/** Roles of a task that name no handler. */
export function readUnusedRoles(element: ModdleElement): readonly ModdleElement[] {
  return elementsOf(element, 'resources').filter((role) => readRole(role).length === 0);
}

function textOfRole(role: ModdleElement): string | undefined {
  return textOf(elementOf(elementOf(role, 'resourceAssignmentExpression'), 'expression'), 'body');
}

const ROLES = new Map([
  ['bpmn:HumanPerformer', 'humanPerformer'],
  ['bpmn:PotentialOwner', 'potentialOwner'],
]);

function readResource(part: string, plain: Kind): { readonly kind: Kind; readonly text: string } {
  const call = /^(user|group)\s*\(([\s\S]*)\)$/.exec(part);
  if (call === null) return { kind: plain, text: part };
  return { kind: call[1] === 'user' ? 'handlers' : 'handlingGroup', text: (call[2] ?? '').trim() };
}

function readLaneClaim({ lanes }: FlowNode): readonly Claim[] {
  for (const lane of lanes) {
    const group = readTtc(lane.element, 'handlingGroup');
    if (group !== undefined) return claim('handlingGroup', 'lane ttc:handlingGroup', [group]);
    if (lane.name !== undefined) return claim('handlingGroup', LANE_NAME, [lane.name]);
  }
  return [];
}

/** `from` of a group that is taken from the name of a lane. */
export const LANE_NAME = 'lane name';

function claim(kind: Kind, from: string, texts: readonly (string | undefined)[]): readonly Claim[] {
  const given = texts.filter((text): text is string => !isBlank(text)).map((text) => text.trim());
  return given.length === 0 ? [] : [{ kind, from, texts: given }];
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

/**
 * Splits `anna, ${boss}, user(b)` at commas outside brackets and quotes, without blank parts. FEEL (`=…`) is a single
 * expression and is not split.
 */
export function splitList(text: string): readonly string[] {
  if (text.trimStart().startsWith('=')) return [text.trim()];
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (const char of text) {
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (depth > 0 && (char === '"' || char === "'")) quote = char;
    else if ('({['.includes(char)) depth += 1;
    else if (')}]'.includes(char)) depth -= 1;
    if (char === ',' && depth === 0 && quote === '') {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return [...parts, part].map((entry) => entry.trim()).filter((entry) => entry !== '');
}
