import * as z from 'zod';
import { NO_PATH, type TakenPath } from '../../plugin/outcome/taken-path.ts';

const ids = z.array(z.string()).catch([]);
const schema = z.object({ flows: ids, nodes: ids, current: ids }).catch({ flows: [], nodes: [], current: [] });

/** Parts that cannot be read are left out: the path is only displayed, and must not prevent a step. */
export function readPath(text: string): TakenPath {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return schema.parse(json);
}

/** The path of an instance before its first step, as it is stored. */
export const STORED_NO_PATH = JSON.stringify(NO_PATH);
