import * as elements from 'bpmn-elements';
import { JavaScripts, Engine as PublishedEngine } from '../../../../node_modules/bpmn-engine/src/index.js';
import { Process } from '../../../../src/plugin/engine/index.ts';

/** `Engine` as published, with our `Process` among its default elements. */
export function Engine(options) {
  replaceProcess(options?.sourceContext);
  return new PublishedEngine({ ...options, elements: { Process, ...options?.elements } });
}

Engine.prototype = PublishedEngine.prototype;
const { addSource } = PublishedEngine.prototype;
PublishedEngine.prototype.addSource = function (options) {
  replaceProcess(options?.sourceContext);
  return addSource.call(this, options);
};

/** A context that a test has made by itself has the published elements. */
function replaceProcess(context) {
  for (const process of context?.getProcesses?.() ?? [])
    if (process.Behaviour === elements.Process) process.Behaviour = Process;
}

export { JavaScripts };
export default Engine;
