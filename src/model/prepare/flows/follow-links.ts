import { elementOf } from '../../moddle/moddle-element.ts';
import { parseBpmn } from '../../moddle/parse-bpmn.ts';
import { processesOf } from '../calls/called-process.ts';
import { containersOf, findLinks, flowsOf } from './links-to-flows.ts';

/**
 * The link events and flows of the original file that tokens passed. In the prepared file a pair of link events is
 * replaced by the flow that leads to the throw event.
 * @param xml the file before it was prepared
 * @param taken ids of the flows that were taken in the prepared file
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`
 */
export async function followLinks(
  xml: string,
  processId: string,
  taken: readonly string[],
): Promise<{ readonly flows: readonly string[]; readonly nodes: readonly string[] }> {
  const flows = new Set<string>();
  const nodes = new Set<string>();
  const process = processesOf((await parseBpmn(xml)).definitions).find(({ id }) => id === processId);
  for (const container of process ? containersOf(process) : []) {
    const { throws, catches } = findLinks(container);
    const drawn = flowsOf(container);
    const passed = drawn.filter(({ id = '' }) => taken.includes(id));
    // The loop also visits flows that it adds: one link may lead to the next.
    for (const flow of passed) {
      const thrown = throws.find(({ element }) => element === elementOf(flow, 'targetRef'));
      const caught = catches.find(({ name }) => name === thrown?.name)?.element;
      if (!thrown || !caught) continue;
      for (const { id } of [thrown.element, caught]) if (id !== undefined) nodes.add(id);
      const [only, ...others] = drawn.filter((each) => elementOf(each, 'sourceRef') === caught);
      // A catch event with several outgoing flows is kept in the prepared file, so its flows are in `taken`.
      if (only?.id === undefined || others.length > 0 || flows.has(only.id)) continue;
      flows.add(only.id);
      passed.push(only);
    }
  }
  return { flows: [...flows], nodes: [...nodes] };
}
