import { isWebAddress } from '../read/read-form-key.ts';
import { URL_NAMES } from '../read/read-urls.ts';
import type { Rule } from './rule.ts';

const PLACEHOLDERS: ReadonlySet<string> = new Set(['{taskId}', '{instanceId}', '{nodeId}']);

export const urlInvalid: Rule = {
  name: 'url-invalid',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, urls }) =>
      // A form key stands for all four; it is one mistake then.
      [...new Set(URL_NAMES.map((name) => urls[name]))]
        .flatMap((url) => (url === undefined ? [] : findFault(url)))
        .map((reason) => ({
          severity: 'error',
          elementId: node.id,
          reason,
          remedy: 'Give an address with http:// or https://; {taskId}, {instanceId} and {nodeId} are filled in.',
        })),
    ),
};

function findFault(url: string): readonly string[] {
  if (!isWebAddress(url)) return [`The address "${url}" is not a web address.`];
  const unknown = (url.match(/\$?\{[^}]*\}?/g) ?? []).filter((found) => !PLACEHOLDERS.has(found));
  return unknown.length === 0 ? [] : [`The address "${url}" has ${unknown.join(', ')}, which nothing fills in.`];
}
