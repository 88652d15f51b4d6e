import { readVendorAttribute } from '../../moddle/extension.ts';
import { type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import type { ParseLeftovers } from '../../moddle/parse-leftovers.ts';
import type { LateCall } from '../../nodes/service-node.ts';
import type { Problem } from '../../problem.ts';
import type { Finding } from '../../rules/rule.ts';
import { type PrepareRule, prepareProblem } from '../prepare-rules.ts';
import { type CallBinding, readCallBinding, versionTagOf } from './call-binding.ts';
import type { CallGraph } from './call-graph.ts';
import type { CallSources } from './call-sources.ts';
import {
  type CalledProcess,
  type CalledReader,
  type CalledTree,
  calledElementOf,
  calledStartOf,
  idsOfTarget,
  isComputed,
} from './called-process.ts';

export interface OpenCall {
  readonly call: ModdleElement;
  /** The file that contains the call. */
  readonly xml: string;
  /** Ids of the calling processes, outermost first. */
  readonly path: readonly string[];
}

/** How a call activity is handled at deployment. */
export type FoundCall = { readonly problems: readonly Problem[] } & (
  | { readonly kind: 'refused' }
  /** Its process is inlined into the caller. */
  | { readonly kind: 'inlined'; readonly tree: CalledTree; readonly processId: string }
  /** Its process is resolved when a token reaches it. */
  | { readonly kind: 'late'; readonly target: string; readonly by: LateCall['by'] }
);

export async function findCall(
  { call, xml, path }: OpenCall,
  { files, graph, count, read, explainExcluded }: CallSources,
): Promise<FoundCall> {
  const say = (rule: PrepareRule, fault: string, remedy: string, more: Partial<Finding> = {}): Problem => {
    const reason = `The call activity "${nameOf(call) ?? call.id}" ${fault}.`;
    return prepareProblem(rule, { elementId: call.id ?? '', reason, remedy, ...more });
  };
  const target = calledElementOf(call);
  if (target === undefined) {
    const [reason, remedy] = explainNoTarget(call);
    return { kind: 'refused', problems: [say('call-target-unknown', reason, remedy)] };
  }
  const binding = readCallBinding(call);
  const late = (...problems: Problem[]): FoundCall => ({ kind: 'late', target, by: binding.by, problems });
  const isComputedTarget = isComputed(target);
  const found = isComputedTarget || binding.by === 'definition' ? undefined : await graph.find(target, xml);
  const version = await judgeVersion(binding, target, found, read);
  const problems = version.map(({ isGuess, reason, remedy }) =>
    isGuess
      ? say('call-version-not-kept', reason, remedy, { guess: true })
      : say('call-version-unknown', reason, remedy),
  );
  if (problems.some(({ severity }) => severity === 'error')) return { kind: 'refused', problems };
  // A recursive call: the called process is being deployed.
  const isAround = idsOfTarget(target).some((id) => path.includes(id));
  if (isComputedTarget || binding.by === 'definition' || isAround) return late(...problems);
  if (found === undefined) {
    const skipped = skippedProcesses((await files.read(xml)).leftovers);
    // The file is refused because of that process anyway.
    if (idsOfTarget(target).some((id) => skipped.includes(id))) return late(...problems);
    const [elsewhere] = (await Promise.all(idsOfTarget(target).map(explainExcluded))).flatMap((each) => each ?? []);
    if (elsewhere?.why === 'skipped') return late(...problems);
    const [why, remedy] = explainUnknown(elsewhere?.file);
    const reason = `calls the process ${target}, which is ${why}: an instance that reaches the call stops with an incident`;
    return late(...problems, say('call-target-unknown', reason, remedy, { severity: 'warning' }));
  }
  if (binding.at === 'run' || (await leadsBack(found, path, graph))) return late(...problems);
  // The deployment is refused anyway, so do not inline a huge number of calls.
  if (await count.exceedsLimits(found)) return late(...problems);
  const tree = await readTree(found, read);
  if (tree === undefined) return late(...problems);
  const start = calledStartOf(tree.process);
  if (start.kind === 'none') {
    const reason = `calls ${target}, which has several start events and none without a trigger: an instance that reaches the call stops with an incident`;
    const remedy = 'Give the called process one plain start event.';
    return late(...problems, say('call-target-without-start', reason, remedy));
  }
  if (start.kind === 'event') {
    const reason = `calls ${target}, which has no plain start event: the call begins after "${nameOf(start.element) ?? start.element.id}"`;
    const remedy = 'Leave it if that is what you mean; otherwise give the called process one plain start event.';
    problems.push(say('call-target-without-start', reason, remedy, { guess: true }));
  }
  // As in these engines, the latest version at the time when a token reaches the call is used.
  if (found.deployedBefore === true && binding.fixed === undefined) return late(...problems);
  return { kind: 'inlined', tree, processId: found.processId, problems };
}

/** @param file the file of the deployment that has the process, but not as executable */
function explainUnknown(file: string | undefined): readonly [why: string, remedy: string] {
  if (file === undefined) {
    return ['neither in this file nor deployed', 'Deploy that process as well, or correct the name.'];
  }
  return [
    `not executable in ${file}, so it is not deployed`,
    'Mark it as executable there (isExecutable="true"), or move it to the file of its caller.',
  ];
}

/** Ids of processes that the parser skipped because of an invalid or duplicate id. */
export function skippedProcesses({ skipped }: ParseLeftovers): readonly string[] {
  return skipped.flatMap((message) => /<(?:[\w-]+:)?process>: \w+ ID <([^>]*)>/.exec(message)?.[1] ?? []);
}

interface VersionFault {
  /** Another version is used; otherwise the call is refused. */
  readonly isGuess: boolean;
  readonly reason: string;
  readonly remedy: string;
}

/** Checks whether the version that a call requires is available. */
async function judgeVersion(
  { fixed, tag, sameDeployment, mayBeLatest }: CallBinding,
  target: string,
  found: CalledProcess | undefined,
  read: CalledReader,
): Promise<readonly VersionFault[]> {
  const asks = `asks for a certain version of ${target}`;
  if (fixed !== undefined && (found === undefined || !(await hasTag(found, tag, read)))) {
    const why =
      tag === undefined
        ? 'the numbers that another engine gave to versions are not known here'
        : 'no deployed process has that tag';
    const remedy =
      'Give the version that you mean its own process id, or deploy it with its caller and remove the binding.';
    return [{ isGuess: false, reason: `${asks} (${fixed}), but ${why}`, remedy }];
  }
  if (sameDeployment === undefined || found?.sameDeployment === true) return [];
  if (mayBeLatest === true || isComputed(target)) {
    const reason = `${asks} (${sameDeployment}), but the latest version at the time when a token reaches the call is used`;
    return [{ isGuess: true, reason, remedy: 'Deploy both files together if you mean that version.' }];
  }
  const reason = `${asks} (${sameDeployment}), the one deployed with it, but no file of this deployment has it`;
  return [{ isGuess: false, reason, remedy: 'Deploy both files together, or remove the binding.' }];
}

function explainNoTarget(call: ModdleElement): readonly [reason: string, remedy: string] {
  const caseRef = readVendorAttribute(call, 'camunda', 'caseRef');
  const byName = readVendorAttribute(call, 'drools', 'calledElementByName');
  if (byName !== undefined) {
    const reason = `calls a process by its name, ${byName} (calledElementByName), but processes are called by their ids`;
    return [reason, 'Write calledElement with the id of that process.'];
  }
  if (caseRef === undefined) return ['does not say which process it calls', 'Choose the called process.'];
  return [`calls the case ${caseRef}, but cases (CMMN) do not run here`, 'Draw the case as a process, and call that.'];
}

async function hasTag(
  { xml, processId }: CalledProcess,
  tag: string | undefined,
  read: CalledReader,
): Promise<boolean> {
  const tree = tag === undefined ? undefined : await read(xml, processId);
  return tree !== undefined && versionTagOf(tree.process) === tag;
}

/** A recursive call cannot be inlined. */
async function leadsBack(found: CalledProcess, path: readonly string[], graph: CallGraph): Promise<boolean> {
  const reached = await graph.reach(found);
  return path.some((processId) => reached.has(processId));
}

async function readTree(
  { xml, prepare, processId }: CalledProcess,
  read: CalledReader,
): Promise<CalledTree | undefined> {
  const prepared = prepare === undefined ? xml : await prepare();
  return prepared === undefined ? undefined : read(prepared, processId);
}
