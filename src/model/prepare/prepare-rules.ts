import type { Problem } from '../problem.ts';
import { type Finding, type RuleFacts, toProblem } from '../rules/rule.ts';

/** Rules whose problems are found while a diagram is prepared; all other rules are in `rules/`. */
export const PREPARE_RULES = {
  'process-unknown': {
    severity: 'error',
    says: 'the file has no process with the requested id',
    remedy: 'Choose another.',
  },
  'call-target-unknown': {
    severity: 'error',
    says: 'a call activity names no process; a warning if the process is neither in a file of the deployment nor deployed',
    remedy: 'Deploy it as well, or correct the name.',
  },
  'call-target-without-start': {
    severity: 'warning',
    says: 'the called process has no plain start event, or several start events and none that is plain',
    remedy: 'Give it one.',
  },
  'call-version-not-kept': {
    severity: 'warning',
    says: 'a call asks for the version of its own deployment, but another may be used',
    remedy: 'Deploy both files together.',
  },
  'call-version-unknown': {
    severity: 'error',
    says: 'a call asks for a version of its process by number, tag or deployment that is not there',
    remedy: 'Deploy both together, or a process id of its own.',
  },
  'call-parameter-not-run': {
    severity: 'warning',
    says: 'an in or out parameter of a call names no plain variable, or a business key of its own',
    remedy: 'Set a variable by its plain name.',
  },
  'call-variable-missing': {
    severity: 'warning',
    says: 'a called process with variables of its own reads one before anything in it could set it, and its call does not pass it',
    remedy:
      'Pass it in the call (an in parameter, or all variables), or let the called process set it before it is read.',
  },
  'too-many-calls': {
    severity: 'error',
    says: 'the named process makes more than 200 calls, including nested ones; reported once for all its callers; or all executable processes of a file together make more than 800',
    remedy: 'Call fewer; processes that are only called need not be executable.',
  },
  'calls-too-deep': {
    severity: 'error',
    says: 'the calls of the named process, with the sub-processes around them, are nested more than 100 deep; reported once for all its callers',
    remedy: 'Call some from one process, one after the other.',
  },
  'link-without-partner': {
    severity: 'error',
    says: 'a link has no catch event or no throw event with its name in its scope, two catch events, or leads to itself',
    remedy: 'One catch, at least one throw.',
  },
  'flow-to-start-event': {
    severity: 'warning',
    says: 'a flow leads back to a start event; its token goes on to what follows the event',
    remedy: 'Let the flow lead to what follows the start event.',
  },
  'message-flow-carries-nothing': {
    severity: 'warning',
    says: 'an end of a message flow neither throws nor waits for a message',
    remedy: 'A message event, a send or a receive task.',
  },
  'message-flow-with-two-names': {
    severity: 'warning',
    says: 'the ends of a message flow name different messages',
    remedy: 'Name the same.',
  },
  'loop-marker-dropped': {
    severity: 'warning',
    says: 'a loop marker without condition and maximum, so that it happens once; or a loop or multi-instance marker where a token passes through',
    remedy: 'A condition or a maximum; remove it.',
  },
} as const satisfies Readonly<Record<string, Omit<RuleFacts, 'name'>>>;

export type PrepareRule = keyof typeof PREPARE_RULES;

export function prepareProblem(rule: PrepareRule, finding: Finding): Problem {
  return toProblem({ name: rule, ...PREPARE_RULES[rule] }, finding);
}
