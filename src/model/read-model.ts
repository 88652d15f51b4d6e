import type { ParseResult } from 'bpmn-moddle';
import { type BuildModelResult, buildFrom } from './build-model.ts';
import type { ModdleDefinitions } from './moddle/moddle-element.ts';
import { parseWithLeftovers } from './moddle/parse-bpmn.ts';
import type { ModelOptions } from './model-options.ts';

export interface ReadModelResult extends BuildModelResult {
  readonly definitions: ModdleDefinitions;
  /** The parser's own result, so that an engine can load the very tree that was judged. */
  readonly moddleContext: ParseResult;
}

/**
 * Reads a .bpmn file: parses it, judges it by every rule, and makes the model where none refuses it.
 * As `buildModel`, and besides it reports what the parser itself had to skip, such as a second use of an id.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the text is no BPMN 2.0 XML; nothing can be said about a process
 */
export async function readModel(xml: string, options: ModelOptions = {}): Promise<ReadModelResult> {
  const { definitions, leftovers, moddleContext } = await parseWithLeftovers(xml);
  return { definitions, moddleContext, ...buildFrom(definitions, options, leftovers) };
}
