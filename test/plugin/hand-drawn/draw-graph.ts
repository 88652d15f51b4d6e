import {
  end,
  exclusive,
  inclusive,
  parallel,
  processFile,
  serviceTask,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';

/** The nodes of a diagram beside `start` and `end`: ids of each kind, separated by spaces. */
export interface GraphNodes {
  readonly tasks: string;
  readonly services?: string;
  readonly parallel?: string;
  readonly exclusive?: string;
  readonly inclusive?: string;
}

/** A process of one start, one end and these nodes, joined by these paths. */
export function drawGraph(nodes: GraphNodes, ...paths: readonly string[]): string {
  const of = (ids = '') => ids.split(' ').filter((id) => id !== '');
  return processFile(
    [
      start(),
      ...of(nodes.tasks).map((id) => userTask(id)),
      ...of(nodes.services).map((id) => serviceTask(id)),
      ...of(nodes.parallel).map((id) => parallel(id)),
      ...of(nodes.exclusive).map((id) => exclusive(id)),
      ...of(nodes.inclusive).map((id) => inclusive(id)),
      end(),
    ],
    paths,
  );
}
