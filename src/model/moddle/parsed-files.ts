import { copyParsed } from './copy-tree.ts';
import { type ParsedBpmn, parseWithLeftovers } from './parse-bpmn.ts';

/**
 * Files that are read together: each is parsed once, however many processes and calls of them are prepared. All share the
 * tree, so that nobody may change it: what is to be changed is copied (`copyTree`).
 */
export interface ParsedFiles {
  /** @throws {ModelError} `ERR_MODEL_UNREADABLE` */
  read(xml: string): Promise<ParsedBpmn>;
  /** What was just written of a file: a tree that may be changed. */
  readPrepared(xml: string): Promise<ParsedBpmn>;
}

/** @param prepared whether what was written of one is read by the others, which may call it */
export function createParsedFiles({ prepared = true }: { readonly prepared?: boolean } = {}): ParsedFiles {
  const files = new Map<string, Promise<ParsedBpmn>>();
  return {
    async readPrepared(xml) {
      return prepared ? copyParsed(await this.read(xml)) : parseWithLeftovers(xml);
    },
    read(xml) {
      const parsing = files.get(xml) ?? parseWithLeftovers(xml);
      files.set(xml, parsing);
      return parsing;
    },
  };
}
