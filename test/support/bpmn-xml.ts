/**
 * Writes BPMN XML for tests, as short as a diagram in words:
 *
 * ```ts
 * bpmn(process('leave', [start(), userTask('apply', { assignee: '${initiator}' }), end()], 'start > apply > end'));
 * ```
 * A path is `a > b > c`; several are separated by `;` or line breaks. What stands in brackets or quotes behind an arrow belongs to the
 * flow it draws: `decide >"yes" pay`, `decide >[${ok}] pay`, `decide >"no"* refuse` (`*` is the default flow).
 * Flows get the id `<source>-<target>`, with `-2`, `-3` for further ones between the same two.
 */

export { type Attributes, element, escapeXml, extensionElements } from './bpmn-xml/element.ts';
export {
  boundary,
  catchEvent,
  conditional,
  error,
  escalation,
  link,
  message,
  root,
  signal,
  terminate,
  throwEvent,
  timer,
} from './bpmn-xml/events.ts';
export {
  bpmn,
  fileOf,
  fileWith,
  lane,
  lanes,
  type ProcessFileOptions,
  type ProcessOptions,
  pools,
  process,
  processFile,
  VENDOR_NAMESPACES,
} from './bpmn-xml/files.ts';
export { flows } from './bpmn-xml/flows.ts';
export {
  type BpmnNode,
  bareTask,
  callActivity,
  end,
  eventGateway,
  eventSubProcess,
  exclusive,
  inclusive,
  type MultiInstanceOptions,
  manualTask,
  multiInstance,
  type NodeOptions,
  node,
  parallel,
  plainTask,
  properties,
  receiveTask,
  type StandardLoopOptions,
  type SubProcessOptions,
  scriptTask,
  serviceTask,
  standardLoop,
  start,
  subProcess,
  type UserTaskOptions,
  userTask,
} from './bpmn-xml/nodes.ts';
