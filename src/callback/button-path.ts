/** The parts of the path of a button callback; the signature is not verified yet. */
export interface ButtonPath {
  readonly taskId: string;
  readonly actionKey: string;
  readonly keyId: string;
  readonly signature: string;
}

/** Returns `tasks/{taskId}/{actionKey}/{kid}.{sig}`, the end of every button address. */
export function formatButtonPath({ taskId, actionKey, keyId, signature }: ButtonPath): string {
  return ['tasks', taskId, actionKey, `${keyId}.${signature}`].map(encodeURIComponent).join('/');
}

/**
 * Reads the last four segments of a path, under any prefix. Undefined if they are not a button address.
 * Only the canonical spelling is accepted: a segment must be escaped exactly as `formatButtonPath` escapes it.
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
