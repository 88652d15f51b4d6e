import type { ParseResult } from 'bpmn-moddle';
import { type BuildModelResult, buildFrom } from './build-model.ts';
import type { ModdleDefinitions } from './moddle/moddle-element.ts';
import { parseWithLeftovers } from './moddle/parse-bpmn.ts';
import type { ModelOptions } from './model-options.ts';

export interface ReadModelResult extends BuildModelResult {
  readonly definitions: ModdleDefinitions;
  /** The parser's result, so that an engine can load the tree that was checked. */
  readonly moddleContext: ParseResult;
}

/**
 * Parses a .bpmn file, checks it by all rules, and builds the model if there is no error. Unlike `buildModel`, it also
 * reports what the parser skipped, such as a duplicate id.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the text is not BPMN 2.0 XML
 */
export async function readModel(xml: string, options: ModelOptions = {}): Promise<ReadModelResult> {
  const { definitions, leftovers, moddleContext } = await parseWithLeftovers(xml);
  return { definitions, moddleContext, ...buildFrom(definitions, options, leftovers) };
}
