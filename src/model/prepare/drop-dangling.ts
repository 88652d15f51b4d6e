import { replaceReferences, setChildren, walkTree } from '../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';

/**
 * Takes away references to elements that are no longer in the file, and the shapes drawn for them. A diagram of a
 * collaboration that is gone becomes one of the process.
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

/** A dotted line to something that is gone goes too. */
function connectsAlive(artifact: ModdleElement, alive: ReadonlySet<ModdleElement>): boolean {
  if (artifact.$type !== 'bpmn:Association') return true;
  const ends = [elementOf(artifact, 'sourceRef'), elementOf(artifact, 'targetRef')];
  return ends.every((end) => end !== undefined && alive.has(end));
}
