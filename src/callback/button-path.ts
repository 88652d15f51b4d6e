/** What the path of a button callback names; the signature is not checked yet. */
export interface ButtonPath {
  readonly taskId: string;
  readonly actionKey: string;
  readonly keyId: string;
  readonly signature: string;
}

/** `tasks/{taskId}/{actionKey}/{kid}.{sig}`, the tail of every button address. */
export function formatButtonPath({ taskId, actionKey, keyId, signature }: ButtonPath): string {
  return ['tasks', taskId, actionKey, `${keyId}.${signature}`].map(encodeURIComponent).join('/');
}

/**
 * Reads the last four segments of a path, under any prefix. Undefined when they are no button address.
 * An address has one spelling: a segment that is escaped in another way than we escape it is none of ours.
 */
export function parseButtonPath(pathname: string): ButtonPath | undefined {
  const [tasks, taskId, actionKey, tail] = pathname.split('/').slice(-4).map(decodeSegment);
  if (tasks !== 'tasks' || !taskId || !actionKey || !tail) return undefined;
  const [keyId, signature, ...rest] = tail.split('.');
  if (!keyId || !signature || rest.length > 0) return undefined;
  return { taskId, actionKey, keyId, signature };
}

function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return encodeURIComponent(text) === segment ? text : undefined;
  } catch {
    return undefined;
  }
}
