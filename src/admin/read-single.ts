import type { AdminParts } from './admin-parts.ts';
import type { DefinitionAnswer, InstanceAnswer } from './answers.ts';
import { shownTo, toListedMessage, toListedReport, toListedTask } from './listed-rows.ts';
import type { ReadUser } from './read-user.ts';

/** Rows of one instance: more are in its lists. */
const OF_INSTANCE = 200;

export async function readInstance(
  { bridge, lists, store, explain }: AdminParts,
  user: ReadUser,
  instanceId: string,
): Promise<InstanceAnswer | undefined> {
  const instance = await bridge.instances.get(instanceId);
  if (instance === undefined) return undefined;
  const page = { instanceId, limit: OF_INSTANCE };
  const [tasks, jobs, incidents, reports, messages] = await Promise.all([
    store.listOpenTasks(instanceId),
    lists.jobs.list(page),
    lists.incidents.list(page),
    lists.outbox.list(page),
    lists.messages.list(page),
  ]);
  const counts: Record<string, number> = {};
  const waiting = [...tasks, ...jobs.filter(({ state }) => state === 'queued')];
  for (const { nodeId } of waiting) counts[nodeId] = (counts[nodeId] ?? 0) + 1;
  const { xml, nodes, flows } = await bridge.diagram(instanceId);
  const openIncidents = incidents.filter(({ resolvedAt }) => resolvedAt === null).length;
  const parkedReports = reports.filter(({ state }) => state === 'parked').length;
  return {
    instance: { ...shownTo(user, instance), openIncidents, parkedReports },
    diagram: { xml, nodes, flows },
    counts,
    tasks: tasks.map((task) => toListedTask(user, task)),
    jobs,
    incidents,
    reports: reports.map((report) => toListedReport(report, explain)),
    messages: messages.map(toListedMessage),
    ...(user.mayReadVariables && { variables: await variablesOf(bridge, instanceId) }),
  };
}

/** What cannot be read must not hide the rest, which says why. */
async function variablesOf({ instances }: AdminParts['bridge'], instanceId: string) {
  return (await instances.variables(instanceId).catch(() => undefined)) ?? null;
}

export async function readDefinition(
  { store }: AdminParts,
  _user: unknown,
  definitionId: string,
): Promise<DefinitionAnswer | undefined> {
  const row = await store.getDefinition(definitionId);
  if (row === undefined) return undefined;
  const deployedId = row.extendsId ?? definitionId;
  const [definition] = await store.listDefinitions({ definitionId: deployedId });
  if (definition === undefined) return undefined;
  const counts: Record<string, number> = {};
  for (const { nodes, instances } of await store.countTokens(deployedId)) {
    for (const nodeId of nodes) counts[nodeId] = (counts[nodeId] ?? 0) + instances;
  }
  return { definition, xml: row.drawing ?? row.xml, counts };
}
