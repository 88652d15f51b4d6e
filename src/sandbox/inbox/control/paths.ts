/** Paths of the control API that several parts of the page ask. */

export function pathOfPending(account: string): string {
  return `/accounts/${encodeURIComponent(account)}/pending`;
}

export function pathOfAccepted(account: string): string {
  return `/accounts/${encodeURIComponent(account)}/accepted`;
}

/** Also has the accepted presses of the account whose reports are missing. */
export function pathOfBatchable(account: string): string {
  return `/accounts/${encodeURIComponent(account)}/batchable`;
}
