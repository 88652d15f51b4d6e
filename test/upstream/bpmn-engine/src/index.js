import { Engine as PublishedEngine, JavaScripts } from '../../../../node_modules/bpmn-engine/src/index.js';
import { Process } from '../../../../src/plugin/process/index.ts';

/** `Engine` as published, with our `Process` among its default elements. */
export function Engine(options) {
  return new PublishedEngine({ ...options, elements: { Process, ...options?.elements } });
}

Engine.prototype = PublishedEngine.prototype;

export { JavaScripts };
export default Engine;
