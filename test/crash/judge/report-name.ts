interface NamedItem {
  readonly previousTaskId: string;
  readonly status: string;
  readonly next?: readonly { readonly taskId?: string | undefined }[] | undefined;
}

/** By which a report is known here: what it handles and what it creates. Two reports never say the same. */
export function nameOfReport({ previousTaskId, status, next = [] }: NamedItem): string {
  return [previousTaskId, status, ...next.map(({ taskId }) => taskId)].join(' ');
}
