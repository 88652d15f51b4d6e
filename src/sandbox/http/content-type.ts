/** A parsed content type; parameter names, and the value of charset, are in lower case. */
export interface ContentType {
  readonly type: string;
  readonly charset: string | undefined;
}

export function readContentType(header: string | undefined): ContentType {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replaceAll('"', '') };
}
