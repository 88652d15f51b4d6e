import type { Verdict } from '../../../protocol/verdict.ts';
import type { SendBackTarget } from '../panels/send-back.ts';
import type {
  AddSignersOptions,
  ClaimOptions,
  DelegateOptions,
  RecallOptions,
  ReleaseOptions,
  SendBackOptions,
} from './operation-options.ts';

/**
 * Others have a task for a while: the wait of the process stays, and no token moves. Once they have answered, the one who asked has
 * the task again, as a new task of the same node. Each is one step, stored as a whole or not at all, and several calls of an
 * instance are applied one after the other.
 */
export interface AskMethods<Rest extends readonly unknown[] = []> {
  /**
   * Delegates a task: another person gets it, gives an opinion by its only button, and it comes back. Allowed where
   * `ttc:allow` or `defaults.allow` names `delegate`.
   * @returns `forbidden`: the node does not allow it, `from` is no handler, or the person asks or is asked here already, or
   * has another vote in the countersign; `stale`: the task is closed; `unknown`; `suspended`; `invalid`: several people
   * share the task, or they ask each other more than 5 deep
   * @throws {InputError} `ERR_INPUT_INVALID`
   * @throws {StepError} such as `ERR_NO_HANDLER`: nothing was changed
   */
  delegate(taskId: string, options: DelegateOptions, ...rest: Rest): Promise<Verdict>;
  /**
   * Asks other people before a task is handled: each gets a task of the same node with one button for an opinion. By the rule, it
   * comes back when all have answered, when one has, or when each has in turn. Or beside its handler: they and the handler each
   * get a task of the same node with its buttons, and the process goes on when all have handled it. Or a
   * parallel countersign gets them as signers, while it runs. To have others sign
   * after a press: its option `signersAfter`. Allowed where `ttc:allow` or `defaults.allow` names `addSigners`.
   * @returns as {@link delegate}; `invalid` too: more than 20 people, or 50 at one task; beside, with several buttons that are
   * no votes
   * @throws {InputError} `ERR_INPUT_INVALID`
   * @throws {StepError} such as `ERR_NO_HANDLER`: nothing was changed
   */
  addSigners(taskId: string, options: AddSignersOptions, ...rest: Rest): Promise<Verdict>;
  /**
   * Recalls what was delegated or sent back, or those who were asked or added. With the task that was closed for it, all who
   * have not answered; with the task of one of them, that one. Their tasks become TERMINATED. When nobody has to answer any more,
   * the task comes back, or goes on where others signed after it or beside.
   * @returns `forbidden`: another person has asked; `stale`: nobody is asked with this task; `unknown`; `suspended`
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  recall(taskId: string, options?: RecallOptions, ...rest: Rest): Promise<Verdict>;
  /**
   * Sends a task back to who handled an earlier one, and then directly to who sent it back: they have a task of that node
   * with one button to resubmit it, whose press sets the variables of its form; then the task comes back. Nothing runs
   * again, and no token moves. Allowed where `ttc:allow` or `defaults.allow` names `sendBackDirect`.
   * @returns `invalid`: `to` is none of `sendBackTargets`; `forbidden`, `stale`, `unknown`, `suspended` as
   * {@link delegate}
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  sendBack(taskId: string, options: SendBackOptions, ...rest: Rest): Promise<Verdict>;
  /**
   * The earlier tasks that an open task may be sent back to, oldest first: of each node that its token has passed, the one
   * that was handled last. Where the token has come to a node again, what followed it the first time is not among them.
   * Each to which the task cannot go says why. They are noted only while a node of the diagram allows `sendBackDirect`.
   * @returns empty: nothing was handled before, or the task is not open
   */
  sendBackTargets(taskId: string, ...rest: Rest): Promise<readonly SendBackTarget[]>;
  /**
   * Claims a task of several people or a group: the person has it alone, as a new task of the same node, until they handle
   * or release it. Allowed where `ttc:allow` or `defaults.allow` names `claim`.
   * @returns `stale`: somebody was faster, or one person has the task; `forbidden`: the node does not allow it, or the
   * person is no handler; `unknown`; `suspended`; `invalid`: several people share the task
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  claim(taskId: string, options: ClaimOptions, ...rest: Rest): Promise<Verdict>;
  /**
   * Releases a task that was claimed: all have it again who had it before, as a new task of the same node.
   * @returns `forbidden`: another person has claimed it; `stale`: nobody has; `unknown`; `suspended`
   * @throws {InputError} `ERR_INPUT_INVALID`
   */
  release(taskId: string, options?: ReleaseOptions, ...rest: Rest): Promise<Verdict>;
}
