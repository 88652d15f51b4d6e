import { readVendorAttribute } from '../moddle/extension.ts';
import { type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { Problem } from '../problem.ts';
import type { LateCall } from '../process-model.ts';
import { readCallBinding } from './call-binding.ts';
import type { CallGraph } from './call-graph.ts';
import { type CalledProcess, type CalledTree, calledElementOf, idsOfTarget, isComputed } from './called-process.ts';
import type { CalledReader } from './called-reader.ts';
import { calledStartOf } from './called-start.ts';
import type { PrepareRule } from './prepare-rules.ts';

export interface OpenCall {
  readonly call: ModdleElement;
  /** The file in which the call was drawn. */
  readonly xml: string;
  /** Ids of the processes that lead to it. */
  readonly path: readonly string[];
}

/** What becomes of a call activity at deploy. */
export type FoundCall = { readonly problems: readonly Problem[] } & (
  | { readonly kind: 'refused' }
  /** Its process is drawn into the caller. */
  | { readonly kind: 'drawn'; readonly tree: CalledTree; readonly processId: string }
  /** Its process is looked for when a token comes. */
  | { readonly kind: 'late'; readonly target: string; readonly by: LateCall['by'] }
);

export async function findCall(
  { call, xml, path }: OpenCall,
  graph: CallGraph,
  read: CalledReader,
): Promise<FoundCall> {
  const say = (severity: Problem['severity'], rule: PrepareRule, reason: string, remedy: string): Problem => ({
    severity,
    rule,
    elementId: call.id ?? '',
    reason: `The call activity "${nameOf(call) ?? call.id}" ${reason}.`,
    remedy,
  });
  const target = calledElementOf(call);
  if (target === undefined) {
    const [reason, remedy] = explainNoTarget(call);
    return { kind: 'refused', problems: [say('error', 'call-target-unknown', reason, remedy)] };
  }
  const binding = readCallBinding(call);
  const late = (...problems: Problem[]): FoundCall => ({ kind: 'late', target, by: binding.by, problems });
  // What leads to the call is being deployed, if it is not yet.
  const isAround = idsOfTarget(target).some((id) => path.includes(id));
  const unkept = (asked: string, why: string): Problem => {
    const reason = `asks for a certain version of ${target} (${asked}), but ${why} is taken`;
    const remedy = 'Fine where that one is meant; else give the version that is meant a process id of its own.';
    return { ...say('warning', 'call-version-not-kept', reason, remedy), guess: true };
  };
  if (isComputed(target) || binding.by === 'definition' || isAround) {
    const asked = binding.fixed ?? binding.sameDeployment;
    return asked === undefined ? late() : late(unkept(asked, 'the one that is the latest when a token comes'));
  }
  const found = await graph.find(target, xml);
  if (found === undefined) {
    const reason = `calls the process ${target}, which is neither in this file nor deployed: an instance that comes there waits as an incident`;
    return late(say('warning', 'call-target-unknown', reason, 'Deploy that process as well, or correct the name.'));
  }
  const problems: Problem[] = [];
  const asked = binding.fixed ?? (found.sameDeployment === true ? undefined : binding.sameDeployment);
  if (asked !== undefined) {
    const why =
      binding.fixed === undefined ? 'it is not deployed together with it' : 'such versions are not known here';
    problems.push(unkept(asked, `${why}: the one that is deployed now`));
  }
  if (binding.at === 'run' || (await leadsBack(found, path, graph))) return late(...problems);
  const tree = await readTree(found, read);
  if (tree === undefined) return late(...problems);
  const start = calledStartOf(tree.process);
  if (start.kind === 'none') {
    const reason = `calls ${target}, which has several start events and none without a trigger: an instance that comes there waits as an incident`;
    const remedy = 'Give the called process one plain start event.';
    return late(...problems, say('warning', 'call-target-without-start', reason, remedy));
  }
  if (start.kind === 'event') {
    const reason = `calls ${target}, which has no plain start event: the call begins behind "${nameOf(start.element) ?? start.element.id}"`;
    const remedy = 'Fine where that is meant; else give the called process one plain start event.';
    problems.push({ ...say('warning', 'call-target-without-start', reason, remedy), guess: true });
  }
  return { kind: 'drawn', tree, processId: found.processId, problems };
}

function explainNoTarget(call: ModdleElement): readonly [reason: string, remedy: string] {
  const caseRef = readVendorAttribute(call, 'camunda', 'caseRef');
  if (caseRef === undefined) return ['does not say which process it calls', 'Choose the called process.'];
  return [
    `calls the case ${caseRef}, and cases (CMMN) are not run`,
    'Draw what the case does as a process, and call that.',
  ];
}

/** A call that comes to itself again would be drawn without end. */
async function leadsBack(found: CalledProcess, path: readonly string[], graph: CallGraph): Promise<boolean> {
  const reached = await graph.reach(found);
  return path.some((processId) => reached.has(processId));
}

async function readTree(
  { xml, prepare, processId }: CalledProcess,
  read: CalledReader,
): Promise<CalledTree | undefined> {
  const drawn = prepare === undefined ? xml : await prepare();
  return drawn === undefined ? undefined : read(drawn, processId);
}
