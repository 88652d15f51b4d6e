import { copyTree } from './copy-tree.ts';
import type { ModdleDefinitions } from './moddle-element.ts';
import { type ParsedBpmn, parseBpmn } from './parse-bpmn.ts';
import type { UnresolvedReference } from './resolve-references.ts';
import { type WrittenTree, writeTree } from './write-tree.ts';

/**
 * Parses each file once, however many of its processes and calls are prepared. The trees are shared and must not be
 * modified: copy them first (`copyTree`).
 */
export interface ParsedFiles {
  /** @throws {ModelError} `ERR_MODEL_UNREADABLE` */
  read(xml: string): Promise<ParsedBpmn>;
  /** Writes a prepared tree; the returned tree may be modified. */
  write(definitions: ModdleDefinitions, unresolved: readonly UnresolvedReference[]): Promise<WrittenTree>;
}

/** @param prepared whether prepared trees are cached too, because other files may call them */
export function createParsedFiles({ prepared = true }: { readonly prepared?: boolean } = {}): ParsedFiles {
  const files = new Map<string, Promise<ParsedBpmn>>();
  return {
    read(xml) {
      const parsing = files.get(xml) ?? parseBpmn(xml);
      files.set(xml, parsing);
      return parsing;
    },
    async write(definitions, unresolved) {
      const { xml, parsed } = await writeTree(definitions, unresolved);
      if (prepared) files.set(xml, Promise.resolve(copyTree(parsed)));
      return { xml, parsed };
    },
  };
}
