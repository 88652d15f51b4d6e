import {
  type PreparedDiagram,
  type PrepareOptions,
  prepareDiagram,
} from '../../../src/model/prepare/prepare-diagram.ts';

/** Prepares a file with these deployed processes beside it, by id. */
export function prepare(
  xml: string,
  deployed: Readonly<Record<string, string>> = {},
  options: Omit<PrepareOptions, 'calledProcesses'> = {},
): Promise<PreparedDiagram> {
  return prepareDiagram(xml, { ...options, calledProcesses: (id) => deployed[id] });
}

/** As `prepare`, for a file that must be accepted. */
export async function prepareAccepted(...args: Parameters<typeof prepare>) {
  const prepared = await prepare(...args);
  const { model, problems } = prepared;
  if (model === undefined) throw new Error(problems.map((p) => `${p.rule} ${p.elementId}: ${p.reason}`).join('\n'));
  return { ...prepared, model };
}

/** What refuses a file or warns of it: `rule elementId: reason`. */
export async function findPrepared(...args: Parameters<typeof prepare>): Promise<readonly string[]> {
  return (await prepare(...args)).problems.map(({ rule, elementId, reason }) => `${rule} ${elementId}: ${reason}`);
}

/** The flows of a prepared file: `id: source > target`. */
export function flowsOf(xml: string): readonly string[] {
  return [...xml.matchAll(/<(?:\w+:)?sequenceFlow id="([^"]*)"[^>]*sourceRef="([^"]*)" targetRef="([^"]*)"/g)].map(
    ([, id, source, target]) => `${id}: ${source} > ${target}`,
  );
}
