import { type ParsedBpmn, parseWithLeftovers } from './parse-bpmn.ts';

/**
 * Files that are read together: each is parsed once, however many processes and calls of them are prepared. All share the
 * tree, so that nobody may change it: what is to be changed is copied (`copyTree`).
 */
export interface ParsedFiles {
  /** @throws {ModelError} `ERR_MODEL_UNREADABLE` */
  read(xml: string): Promise<ParsedBpmn>;
}

export function createParsedFiles(): ParsedFiles {
  const files = new Map<string, Promise<ParsedBpmn>>();
  return {
    read(xml) {
      const parsing = files.get(xml) ?? parseWithLeftovers(xml);
      files.set(xml, parsing);
      return parsing;
    },
  };
}
