import type { TrafficEntry } from '../http/traffic.ts';
import type { CenterButton } from './center-button.ts';
import { isObject } from './check-fields.ts';

/**
 * Finds the button that a call pressed: by the address of the call, and by `nextNodeKey` when buttons share an address.
 * @param candidates buttons, with what belongs to each
 * @returns undefined when none fits, or several
 */
export function findPressedButton<Candidate extends { readonly button: CenterButton }>(
  candidates: readonly Candidate[],
  { path, body }: TrafficEntry,
): Candidate | undefined {
  const atPath = candidates.filter(({ button }) => isAt(button, path));
  const key = isObject(body) ? body.nextNodeKey : '';
  const meant = atPath.length === 1 ? atPath : atPath.filter(({ button }) => (button.nextNodeKey ?? '') === key);
  return meant.length === 1 ? meant[0] : undefined;
}

/** A GET has the parameters appended to the url. */
function isAt({ url }: CenterButton, path: string): boolean {
  return path.startsWith(url) && ['', '?', '&'].includes(path.charAt(url.length));
}
