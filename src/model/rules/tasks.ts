import { expressionNames } from '../expressions/expression-analysis.ts';
import { splitText, type TextPiece } from '../expressions/text-names.ts';
import type { DueSource } from '../nodes/task-node.ts';
import { mapsItself } from '../read/data/read-mappings.ts';
import type { Draft, UserTaskDraft } from '../read/draft.ts';
import type { ActionDraft } from '../read/tasks/read-actions.ts';
import { isWebAddress, URL_NAMES } from '../read/tasks/read-form.ts';
import type { SummaryReading } from '../read/tasks/read-summary.ts';
import { readDueTime } from '../timers/due-time.ts';
import { pressVariableSet } from './press-variables.ts';
import type { Finding, Rule } from './rule.ts';

/** Limits of the spec: at most five pairs of title and content. */
const MAX_ENTRIES = 5;

const summaryInvalid: Rule = {
  name: 'summary-invalid',
  severity: 'error',
  says: 'more than five entries, or a title that is missing, has `|` or a line break',
  remedy:
    'Write each entry as <ttc:summary title="Amount" content="${amount}"/>, or as a property ttc:summary with the value Amount|${amount}; the title on one line and without |, at most five of them.',
  check: ({ diagram, process, userTasks }) => [
    ...judgeSummary(diagram.processId, process.summary),
    ...userTasks.flatMap(({ node, summary }) => judgeSummary(node.id, summary)),
  ],
};

function judgeSummary(elementId: string, { entries, faults }: SummaryReading): readonly Finding[] {
  const reasons = faults.map((fault) => `The summary cannot be shown: ${fault}.`);
  if (entries.length > MAX_ENTRIES) {
    reasons.push(`The summary has ${entries.length} entries, but the center shows only ${MAX_ENTRIES}.`);
  }
  return reasons.map((reason) => ({ elementId, reason }));
}

const timeOutInvalid: Rule = {
  name: 'time-out-invalid',
  severity: 'error',
  says: 'the hours are not a number, or the due date is neither a duration nor a date',
  remedy: 'Write a duration such as P2D or PT8H, a date such as 2030-01-31T18:00:00, or an expression.',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, timeOut }) =>
      timeOut === undefined || isPossible(timeOut)
        ? []
        : {
            elementId: node.id,
            ...(timeOut.kind === 'hours'
              ? {
                  reason: `The time-out "${timeOut.expression.text}" is not a number of hours.`,
                  remedy: 'Give a whole number of hours, at least 1, or an expression for it.',
                }
              : { reason: `The due date "${timeOut.expression.text}" is neither a duration nor a date.` }),
          },
    ),
};

const DURATION = /^P(?=\w)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/;
const DATE = /^\d{4}-\d\d-\d\d/;

/** Checks literal values only; the result of an expression is checked at run time. */
function isPossible({ kind, expression: { constant, text } }: DueSource): boolean {
  if (!constant) return true;
  if (kind === 'hours') return /^[1-9]\d*$/.test(text);
  return DURATION.test(text) || (DATE.test(text) && readDueTime(text, 0, 'UTC') !== undefined);
}

const urlInvalid: Rule = {
  name: 'url-invalid',
  severity: 'error',
  says: "an address, or that of a button's page, is not a web address, or has an unknown placeholder",
  remedy:
    'Give an address that begins with http:// or https://; it may contain expressions and placeholders such as {taskId} and {businessKey}.',
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
  return [...new Set(URL_NAMES.map((name) => urls[name]))].flatMap((url) => judgeUrl(node.id, url));
}

function judgePage({ elementId, url }: ActionDraft): readonly Finding[] {
  return judgeUrl(elementId, url);
}

function judgeUrl(elementId: string, url: string | undefined): readonly Finding[] {
  return (url === undefined ? [] : findFault(url)).map((reason) => ({ elementId, reason }));
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

/** Camunda 7, Flowable and Activiti use the default of a form field that was not filled in; here forms are never shown. */
const formDefaultDecides: Rule = {
  name: 'form-default-decides',
  severity: 'warning',
  says: 'a condition reads a field of a form that nobody sees: if a press brings no value, its default is used, as Camunda 7, Flowable and Activiti do for a field that a form did not send',
  remedy:
    'Do nothing if you want the defaults; otherwise let the page of the task send the variables with its press, or remove the default.',
  guess: true,
  check: (draft) => {
    const read = readByConditions(draft);
    return draft.userTasks.flatMap((task) => {
      const variables = (task.formDefaults ?? []).map(({ variable }) => variable);
      const deciding = variables.filter((name) => read.has(name) && !isSetByButtons(name, task, draft));
      if (deciding.length === 0) return [];
      return {
        elementId: task.node.id,
        reason: `"${task.node.name}" has form fields that a condition reads, ${deciding.join(', ')}: nobody sees the form, so a press without values leaves them at their defaults.`,
      };
    });
  },
};

function readByConditions({ diagram, conditions, events }: Draft): ReadonlySet<string> {
  const ofFlows = [...conditions].flatMap(([id, { expression }]) =>
    diagram.flows.get(id)?.isDefault ? [] : expression,
  );
  const ofEvents = events.flatMap(({ trigger }) => (trigger?.kind === 'condition' ? trigger.condition : []));
  return new Set([...ofFlows, ...ofEvents].flatMap((expression) => [...expressionNames(expression)]));
}

/** In its own engine the mapping decides, by values that a form sends. */
const buttonOverMapping: Rule = {
  name: 'button-over-mapping',
  severity: 'warning',
  says: 'an output mapping of a task computes the variable that its buttons set: the pressed button decides, not the mapping',
  remedy:
    'Remove the mapping, and let the buttons set the variable; or give the gateway conditions that read what the mapping reads.',
  guess: true,
  check: (draft) =>
    draft.userTasks.flatMap((task) => {
      const { outputs, outputScripts } = task.mappings;
      const mapped = [
        ...outputs.flatMap(({ name, value }) => (mapsItself({ name, value }) ? [] : { name, text: value.text })),
        ...outputScripts.map(({ name }) => ({ name, text: 'a script' })),
      ].find(({ name }) => isSetByButtons(name, task, draft));
      if (mapped === undefined) return [];
      return {
        elementId: task.node.id,
        reason: `The buttons of "${task.node.name}" set ${mapped.name}, which its output mapping computes too (${mapped.text}): the button decides, and the result of the mapping is dropped.`,
      };
    }),
};

/** Every press of a button of the task sets the variable. */
function isSetByButtons(name: string, { gateway }: UserTaskDraft, { routings }: Draft): boolean {
  const routing = gateway && routings.get(gateway.id);
  return routing?.kind === 'variable' && routing.variable === name;
}

export const TASK_RULES: readonly Rule[] = [
  summaryInvalid,
  timeOutInvalid,
  urlInvalid,
  formDefaultDecides,
  buttonOverMapping,
  pressVariableSet,
];
