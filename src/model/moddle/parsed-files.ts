import { copyParsed } from './copy-tree.ts';
import { type ParsedBpmn, parseWithLeftovers } from './parse-bpmn.ts';

/**
 * Parses each file once, however many of its processes and calls are prepared. The trees are shared and must not be
 * modified: copy them first (`copyTree`).
 */
export interface ParsedFiles {
  /** @throws {ModelError} `ERR_MODEL_UNREADABLE` */
  read(xml: string): Promise<ParsedBpmn>;
  /** Reads the prepared text of a file; the returned tree may be modified. */
  readPrepared(xml: string): Promise<ParsedBpmn>;
}

/** @param prepared whether prepared texts are cached too, because other files may call them */
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
