/** Texts of a task or a transaction, what can be done with it, and its diagram. */
import { plural } from './plural.ts';

/** An event by its kind, its name and the activity on which it is drawn. */
function named(kind: string, name?: string, host?: string): string {
  return `${kind}${name === undefined ? '' : ` “${name}”`}${host === undefined ? '' : ` on ${host}`}`;
}

/** How the tasks of a batch ended. */
export interface BatchCounts {
  readonly all: number;
  readonly done: number;
  /** Their reports have not arrived. */
  readonly accepted: number;
  readonly refused: number;
  readonly unanswered: number;
  /** Not pressed, since the batch was stopped. */
  readonly left: number;
}

export const enTask = {
  task: {
    task: 'Task',
    transaction: 'Transaction',
    number: 'Number',
    process: 'Process',
    initiator: 'Started by',
    handlers: 'Handlers',
    groupOf: (group: string) => `group ${group}`,
    groupWith: (group: string, names: string) => `group ${group} (${names})`,
    since: 'Since',
    due: 'Due',
    overdue: 'overdue',
    summary: 'Summary',
    inNoList: (name: string) => `This task is in none of the lists of ${name}. Its current state is shown.`,
    warnings: 'This task names people who are not in the directory of the sandbox',
    gone: {
      task: {
        title: 'This task does not exist',
        hint: 'It may be from a sandbox that was restarted. The list shows what exists now.',
      },
      transaction: {
        title: 'This transaction does not exist',
        hint: 'It may be from a sandbox that was restarted. The list shows what exists now.',
      },
    },
    tasks: (count: number) => plural(count, 'task'),
    tasksOf: 'Tasks of this transaction',
    traffic: 'Show its calls',
    openPage: 'Open the page of the task',
    viewPage: 'View it in the business system',
    suspended: 'This task is suspended. It continues when somebody activates it.',
    suspendedHere: 'As far as the center knows, this task is suspended; the process itself goes on.',
    list: (list: string) => `In your list ${list}`,
  },

  delegate: {
    start: 'Delegate',
    title: 'Delegate to',
    hint: 'The person you choose gets the task too, and handles it in their own name. You keep it as well.',
    everybody: 'Everybody already has this task.',
    to: 'Delegated to',
    nobody: 'no one',
    done: (name: string) => `Delegated to ${name}`,
    by: (name: string) => `delegated by ${name}`,
    toYou: (name: string) => `${name} delegated this task to you. You handle it in your own name.`,
    withDelegates: (handlers: string, delegates: string) => `${handlers} (delegated to ${delegates})`,
  },

  buttons: {
    title: 'What do you decide?',
    titleInitiated: 'What you can do as the initiator',
    titleHandled: 'What you can still do',
    opinion: 'Opinion',
    keptDraft: 'What you wrote is kept here: no opinion can be given any more.',
    keptEarlier: 'What you wrote before the task was handled is kept here: it was not sent.',
    discard: 'Discard',
    opinionHint: 'Optional; sent to the business system with the button.',
    opinionNotFor: (names: string) => `Not passed on to a page of its own: ${names}.`,
    noneHint: {
      pending: 'The business system gave this task no buttons for this list.',
      suspended: 'The task is suspended. It has no buttons until somebody activates it.',
    },
    /** A name in a list of names. */
    named: (name: string) => name,
    doubts: {
      over: (names: string) => `${names}: the transaction is over, so the business system may refuse the press.`,
      untold: (names: string) =>
        `${names}: in the business system the transaction is over, but its report has not arrived here. The press may be refused.`,
      running: (names: string) => `${names}: as far as the center knows, the task is not suspended.`,
      resumed: (names: string) => `${names}: in the business system the process goes on already.`,
      suspended: (names: string) => `${names}: as far as the center knows, the task is suspended already.`,
      pressed: (names: string) =>
        `${names}: somebody else has pressed a button of this task, and the report of it has not arrived yet; another press may have no effect.`,
      resting: (names: string) =>
        `${names}: the process seems to be suspended; nothing can be decided until somebody activates it.`,
    },
    inBatch: 'The buttons rest: the batch that is running presses one of this task.',
    opensPage: 'opens a page in a new tab',
    unsafePage: 'The address of this button is not a web page (http or https), so it is not opened.',
    timesLeft: (count: number) => `${count} left`,
    pressing: (button: string) => `${button}: waiting for the business system …`,
    next: 'Next task',
  },

  press: {
    taken: (button: string) => `${button}: done`,
    takenWithWords: (button: string) => `${button}: accepted`,
    takenWithWordsHint: 'The business system accepted it; its answer says what came of it.',
    takenHint: 'The business system accepted it. What follows appears automatically.',
    accepted: (button: string) => `${button}: accepted, its report is missing`,
    onItsWay: (button: string) => `${button}: accepted, waiting for its report`,
    overtaken: (button: string) => `${button}: accepted, but the transaction was ended before its report arrived`,
    overtakenHint: 'The history does not have it; the diagram shows what the business system has made of it.',
    reportMissing: (button: string, time: string) =>
      `The business system accepted ${button} at ${time}; its report has not arrived yet.`,
    lastAnswer: (answer: string) => `Last answer to it: ${answer}.`,
    earlierAnswer: (answer: string) =>
      `Last answer to an earlier report of this transaction: ${answer}. The report of this press may wait behind that one.`,
    noAnswer: 'none',
    code: (code: string) => `refused with code ${code}; it may need an operator of the business system`,
    rest: 'The buttons rest until the report arrives.',
    useAnyway: 'Use the buttons anyway',
    cutOff: (button: string) => `${button}: the connection was lost`,
    cutOffHint:
      'The sandbox answers again. Whether the press arrived is not known; if you try again with the same opinion, it counts once.',
    openAgain: 'The sandbox answers again: open the page once more.',
    retry: 'Try again',
    retryOpinion: (opinion: string) =>
      opinion === ''
        ? '“Try again” sends no opinion, as before; what you have written since stays here.'
        : `“Try again” sends the opinion of the first attempt, “${opinion}”; what you have written since stays here.`,
    /** For those who hear it. */
    inWords: (headline: string, hint: string) => `${headline}. ${hint}`,
    /** One after the other. */
    sentences: (...sentences: readonly string[]) => sentences.join(' '),
    dismiss: 'Close this message',
    own: 'It was your own press.',
    ownDone: (button: string, time: string) => `It was your own press: ${button} at ${time}. Its report has arrived.`,
    unreported: 'Handled; its report is missing',
    ownUnreported: 'You have handled this task yourself; its report has not arrived yet.',
    othersUnreported: (name: string) => `${name} was faster; the report of it has not arrived yet.`,
    ownRecord: 'You have handled this task yourself.',
    ownUnanswered: (button: string, time: string) =>
      `Your press of ${button} at ${time} got no answer, but may have been accepted; then its report is still to come.`,
    ownUnheard: (button: string, time: string) =>
      `Your press of ${button} at ${time} got no answer, but may have been accepted. Nothing was done twice.`,
    takenAway: (why: string) => `The process had ended this task before${why === '' ? '' : `: ${why}`}.`,
    byOther: (name: string) => `${name} was faster.`,
    othersReport: (name: string, button: string) =>
      `${name} pressed ${button} first; the report of it has not arrived yet.`,
    wentOn: 'The process is at a step by now to which this button does not apply. Nothing was done.',
    ended: 'The transaction has ended by now. Nothing was done.',
    notSuspended: 'As the business system says, the process is not suspended. Nothing was done.',
    notTwice: 'Nothing was done twice.',
    withoutEffect: 'This press had no effect.',
    opened: (button: string) => `${button}: opened in a new tab`,
    openedHint: 'Go on there; this page shows what comes of it.',
    stale: 'This is not possible now',
    staleHint:
      'It was handled before, perhaps elsewhere by you, or the button is for another state of the task. Nothing was done twice.',
    unknown: 'The business system does not know this task',
    unknownHint: 'It may have been restarted without its data. Nothing was done.',
    forbidden: 'You are not allowed to do this',
    forbiddenHint: 'The business system does not list you as a handler of this task.',
    suspended: 'The process was suspended',
    suspendedHint: 'Nothing was done. Once somebody has activated it, press again.',
    activatedHint: 'Nothing was done. It has been activated by now: press again.',
    suspendedBeforeEnd: 'Nothing was done, and the task has ended by now.',
    invalid: 'This button cannot be used here',
    invalidHint: 'It does not fit the current state of the task.',
    unreadable: 'The business system could not read the press',
    unreadableHint: 'Nothing was done. Its message says why.',
    notAccepted: 'The business system did not accept the call',
    notAcceptedHint: 'The button is outdated, or you were not recognized. Nothing was done.',
    failed: 'The business system failed',
    failedHint: 'As far as it knows, nothing was done. Try again in a moment.',
    unavailable: 'The business system cannot be reached at the moment',
    unavailableHint: 'Nothing was done. Try again in a moment.',
    silent: (button: string) => `${button}: no answer came`,
    silentHint:
      'It may have been done anyway: the history or the diagram shows it. If the buttons are still there, press again.',
    refused: 'The business system refused it',
    refusedHint: 'Its message says why.',
    notOfferedHint: 'This button is no longer offered, and nothing was done.',
    shownNow: 'The page shows the current state of the task.',
    answered: 'Its answer',
    withoutWords: 'It has no message.',
  },

  history: {
    title: 'History',
    started: (name: string) => `${name} started it`,
    handled: (node: string) => `handled ${node}`,
    signed: (node: string) => `handled ${node}; the process waited for the rest`,
    concluded: (node: string) => `handled ${node} and concluded it`,
    pressed: (button: string, node?: string) => `pressed ${button}${node === undefined ? '' : ` on ${node}`}`,
    unhandled: (node: string, names: string) => `ended ${node}; ${names} had not handled it`,
    occurred: {
      timer: (name?: string, host?: string) => `${named('Timer', name, host)} went off`,
      message: (name?: string, host?: string) => `${named('Message', name, host)} arrived`,
      signal: (name?: string, host?: string) => `${named('Signal', name, host)} arrived`,
      error: (name?: string, host?: string) => `${named('Error', name, host)} occurred`,
      escalation: (name?: string, host?: string) => `${named('Escalation', name, host)} occurred`,
      condition: (name?: string, host?: string) => `${named('Condition', name, host)} came true`,
      other: (name?: string, host?: string) => `${named('Event', name, host)} occurred`,
    },
    message: (names: string, title: string) => `Message to ${names}: “${title}”`,
    continueAs: (name: string) => `Continue as ${name}`,
    waiting: (names: string) => `waits for ${names}`,
    waitingSuspended: (names: string) => `suspended, with ${names}`,
    /** Its report has not arrived. */
    untold: {
      pressed: (node: string) => `handled ${node} in the business system; its report has not arrived yet`,
      handled: (names: string) =>
        `was handled in the business system, where it waited for ${names}; its report has not arrived yet`,
      ended: (names: string) =>
        `was ended in the business system; ${names} had not handled it, and its report has not arrived yet`,
    },
    terminated: (node: string) => `ended ${node}`,
    turned: (node: string, name: string) => `transferred ${node} to ${name}`,
    delegated: (node: string, name: string) => `delegated ${node} to ${name}`,
    suspended: (node: string) => `suspended ${node}`,
    activated: (node: string) => `activated ${node}`,
    recalled: (node: string) => `withdrew ${node}`,
    /** The transaction was terminated or revoked. */
    withAll: {
      terminated: (node: string) => `ended ${node} with the whole transaction`,
      recalled: (node: string) => `withdrew ${node} with the whole transaction`,
    },
    endedWithAll: (node: string) => `${node} ended with the whole transaction`,
    finished: (node: string) => `handled ${node}`,
    byStatus: 'as the business system answered to a task-status request',
    ended: { BREAK_UP: 'terminated the transaction', REVOKE: 'withdrew the transaction' },
    end: 'The transaction is concluded',
    stillOffered: 'Remaining buttons',
    somebody: 'somebody',
    since: 'since',
  },

  diagram: {
    title: 'Progress',
    hint: 'The BPMN diagram of the process. Pressing a button continues it, and the bridge reports the next tasks.',
    label: 'Process diagram.',
    help: 'Drag to move it, or use the arrow keys. Plus and minus zoom in and out.',
    current: 'Now',
    done: 'Reached before',
    taken: 'Path taken',
    fit: 'Fit to width',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    none: 'The business system has no diagram',
    noneHint: 'That is fine: a diagram is optional. The history shows what the center was told.',
    failed: 'The diagram could not be fetched',
    failedHint: 'The business system did not answer correctly. Try again, or use the history.',
    stale: 'The business system no longer gives the diagram: this is how it was before.',
    noDrawing: 'This process has no diagram',
    noDrawingHint: 'The file defines the process, but contains no layout. The history shows the same steps.',
    retry: 'Try again',
    describe: (current: string, done: string) =>
      `${current === '' ? 'Nothing is in progress.' : `Now at: ${current}.`}${done === '' ? '' : ` Reached before: ${done}.`}`,
  },

  batch: {
    start: 'Batch',
    startLabel: 'Batch: handle several tasks at once',
    title: 'Several at once',
    chosen: (count: number) => `${plural(count, 'task')} chosen`,
    all: 'Choose all',
    none: 'Choose none',
    action: 'Button',
    opinion: 'Opinion on all of them',
    keptOpinion: 'Your opinion for several tasks at once was kept. No task can take it now.',
    press: (button: string, count: number) => `${button} · ${plural(count, 'task')}`,
    notOffered: 'No button of this task allows batches',
    accepted: (button: string) => `Your press of “${button}” was accepted; its report has not arrived yet`,
    acceptedHint: 'The business system accepted it; the task stays in the list until the report arrives.',
    otherButton: (button: string) => `This task has no batch button “${button}”`,
    filtered: (fitting: number, all: number) =>
      `The search and the filters of the list apply: ${fitting} of ${plural(all, 'task')}.`,
    nothing: 'No pending task allows batches. The business system marks such buttons with allowMerge.',
    leave: 'Back to the list',
    progress: (ended: number, all: number) => `${ended} of ${all} pressed`,
    stop: 'Stop',
    stopping: 'Stopping …',
    results: 'Results',
    summary: ({ all, done, accepted, refused, unanswered, left }: BatchCounts) =>
      done === all
        ? `All ${all} done`
        : [
            `${done} of ${all} done`,
            ...(accepted > 0 ? [`${accepted} accepted without a report yet`] : []),
            ...(refused > 0 ? [`${refused} refused`] : []),
            ...(unanswered > 0 ? [`${unanswered} without an answer`] : []),
            ...(left > 0 ? [`${left} not pressed`] : []),
          ].join(', '),
    done: (count: number) => `${plural(count, 'task')} done`,
    endedBy: {
      person: 'You stopped it. What was not pressed is still chosen.',
      connection: 'The sandbox stopped answering. What was not pressed is still chosen.',
    },
    cutOffHint: 'Whether the press arrived is not known. If the task is still pending, press again.',
    running: 'The tasks are pressed one after the other, also while you look at something else.',
  },
};
