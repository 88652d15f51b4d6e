import { replaceReferences, setChildren, walkTree } from '../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';

/**
 * Removes references to elements that are no longer in the file, and their shapes. The diagram of a removed collaboration
 * becomes the diagram of the process.
 */
export function dropDangling(definitions: ModdleDefinitions, process: ModdleElement): void {
  const alive = new Set(walkTree(definitions));
  for (const plane of [...walkTree(definitions)].filter(({ $type }) => $type === 'bpmndi:BPMNPlane')) {
    const shapes = elementsOf(plane, 'planeElement').filter((shape) => isAlive(shape, alive));
    setChildren(plane, 'planeElement', shapes);
    if (!isAlive(plane, alive)) plane.set('bpmnElement', process);
  }
  for (const holder of [...alive]) {
    if (!Object.hasOwn(holder, 'artifacts')) continue;
    const artifacts = elementsOf(holder, 'artifacts').filter((artifact) => connectsAlive(artifact, alive));
    setChildren(holder, 'artifacts', artifacts);
  }
  const left = new Set(walkTree(definitions));
  replaceReferences(definitions, (referred) => (left.has(referred) ? referred : undefined));
}

function isAlive(shape: ModdleElement, alive: ReadonlySet<ModdleElement>): boolean {
  const drawn = elementOf(shape, 'bpmnElement');
  return drawn !== undefined && alive.has(drawn);
}

/** An association with a removed end is removed too. */
function connectsAlive(artifact: ModdleElement, alive: ReadonlySet<ModdleElement>): boolean {
  if (artifact.$type !== 'bpmn:Association') return true;
  const ends = [elementOf(artifact, 'sourceRef'), elementOf(artifact, 'targetRef')];
  return ends.every((end) => end !== undefined && alive.has(end));
}
