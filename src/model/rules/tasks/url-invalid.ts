import { splitText, type TextPiece } from '../../expressions/text-names.ts';
import type { UserTaskDraft } from '../../read/draft.ts';
import type { ActionDraft } from '../../read/tasks/read-actions.ts';
import { isWebAddress } from '../../read/tasks/read-form-key.ts';
import { URL_NAMES } from '../../read/tasks/read-urls.ts';
import type { Finding, Rule } from '../rule.ts';

export const urlInvalid: Rule = {
  name: 'url-invalid',
  check: ({ process, userTasks }) => [
    ...userTasks.flatMap(judgeTask),
    // Only page actions have a url; `action-invalid` reports others.
    ...[...process.actions, ...userTasks.flatMap(({ actions, previousActions }) => [...actions, ...previousActions])]
      .filter(({ optType }) => optType === '1')
      .flatMap(judgePage),
  ],
};

function judgeTask({ node, urls }: UserTaskDraft): readonly Finding[] {
  // A form key sets all four urls; report it once.
  return [...new Set(URL_NAMES.map((name) => urls[name]))].flatMap((url) => judge(node.id, url));
}

function judgePage({ elementId, url }: ActionDraft): readonly Finding[] {
  return judge(elementId, url);
}

function judge(elementId: string, url: string | undefined): readonly Finding[] {
  return (url === undefined ? [] : findFault(url)).map((reason) => ({
    severity: 'error',
    elementId,
    reason,
    remedy:
      'Give an address that begins with http:// or https://; it may contain expressions and placeholders such as {taskId} and {businessKey}.',
  }));
}

function findFault(url: string): readonly string[] {
  const pieces = piecesOf(url);
  if (pieces.length === 0) return [];
  // An address that begins with an expression can only be checked at run time.
  if (pieces[0]?.kind !== 'expression' && !isWebAddress(url)) return [`The address "${url}" is not a web address.`];
  const unknown = pieces.flatMap(({ kind, text }) => (kind === 'literal' ? (text.match(/\{[^}]*\}?/g) ?? []) : []));
  return unknown.length === 0
    ? []
    : [`The address "${url}" contains ${unknown.join(', ')}, which is not a known placeholder.`];
}

/** `expression-invalid` reports an expression without an end. */
function piecesOf(url: string): readonly TextPiece[] {
  try {
    return splitText(url);
  } catch {
    return [];
  }
}
