/** Presses buttons as the center does (spec, Events, Button callback: quick handling). */
import { randomUUID } from 'node:crypto';
import { InputError } from '../../errors.ts';
import { buttonsNamed, findNamedButton, type NamedButton } from '../../find-named-button.ts';
import { ID_TOKEN_HEADER, UUID_HEADER } from '../../protocol/button-callback.ts';
import type { HttpMethod } from '../../protocol/constants.ts';
import { centerTime } from '../center-time.ts';
import type { Strike } from '../faults/create-faults.ts';
import type { RotatingSeal } from '../faults/rotating-seal.ts';
import { canStrikePress, findOtherMember, rotateKeys } from '../faults/strike-press.ts';
import { type CallOutcome, callOut, type Line, tookPress } from '../http/call-out.ts';
import type { IdTokens } from '../http/id-tokens.ts';
import { nameOf } from '../setup/directory.ts';
import type { CenterState, CenterTask } from '../state/center-state.ts';
import type { CenterButton } from './center-button.ts';
import { findEarlierPress } from './find-pressed-button.ts';
import { followPress } from './follow-press.ts';
import { findButtons } from './lists.ts';

/** Who presses which button, and changes of the call for tests. */
export interface PressRequest {
  /** Key or label of the button, as for `bridge.press`: a key wins over a label. Or its url. */
  readonly action: string;
  /** The account that presses. */
  readonly account: string;
  /** Opinion of the person. Default: empty. */
  readonly opinions?: string;
  /** Replaces the nextNodeKey of the button. */
  readonly nextNodeKey?: string;
  /** Replaces the time of the center's clock. */
  readonly time?: string;
  /** Replaces the random uuid. That of an earlier press of this person repeats it, even if its button is gone. */
  readonly uuid?: string;
  /** Replaces the url of the button. */
  readonly url?: string;
  /** Replaces the method of the button. */
  readonly method?: HttpMethod;
  /** Adds or replaces headers of the call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True: makes the call even if the account does not see the button or there is none, for tests of refusals. */
  readonly raw?: boolean;
}

/** The result of a press; also without a status when the button is a page. */
export interface PressResult extends CallOutcome {
  /** The header uuid of the call; another press with the same uuid is a repeat. */
  readonly uuid: string;
  /** The url of the page that was opened; nothing was called. */
  readonly opened?: string;
}

export interface Caller extends Line {
  readonly center: CenterState;
  readonly idTokens: IdTokens;
  readonly issuer: string;
  readonly seal: RotatingSeal;
}

interface Target {
  readonly task: CenterTask | undefined;
  readonly button: CenterButton | undefined;
  /** The press repeats one that was accepted, and has no effect in the center. */
  readonly isRepeat?: boolean;
  readonly url: string;
  readonly method: HttpMethod;
}

/**
 * Presses a button of a task as an account.
 * @param chosen the button, if it was determined before
 * @throws {InputError} `ERR_BUTTON_UNKNOWN`: the account sees no such button, or several; `ERR_INPUT_INVALID`: the center has no
 * such task; nothing was called
 */
export async function pressButton(
  caller: Caller,
  taskId: string,
  press: PressRequest,
  chosen?: CenterButton,
): Promise<PressResult> {
  const target = findTarget(caller, taskId, press, chosen);
  const uuid = press.uuid ?? randomUUID();
  if (target.button?.opens === 'page' && press.raw !== true) {
    return { status: undefined, body: undefined, uuid, opened: target.url };
  }
  const struck = { task: target.task, button: press.raw === true ? undefined : target.button, account: press.account };
  const strike = caller.faults.strike('button', canStrikePress(caller.center.directory, struck));
  rotateKeys(strike, caller.seal, caller.idTokens);
  if (strike?.fault === 'two-members') {
    const other = { ...press, account: findOtherMember(caller.center.directory, struck) ?? press.account };
    const both = [
      pressOnce(caller, target, { press, uuid }),
      pressOnce(caller, target, { press: other, uuid: randomUUID(), strike }),
    ] as const;
    return { ...(await Promise.all(both))[0], uuid };
  }
  if (strike?.fault === 'late-click') {
    const result = await pressOnce(caller, target, { press, uuid });
    await caller.moments.until(() => target.task?.state !== 'pending', strike.ms);
    await pressOnce(caller, target, { press, uuid: randomUUID(), strike });
    return { ...result, uuid };
  }
  return { ...(await pressOnce(caller, target, { press, uuid, strike })), uuid };
}

/** The parts of one call. */
interface SinglePress {
  readonly press: PressRequest;
  readonly uuid: string;
  /** The fault that strikes the call. */
  readonly strike?: Strike | undefined;
}

async function pressOnce(caller: Caller, target: Target, single: SinglePress): Promise<CallOutcome> {
  const time = centerTime(caller.center.now(), caller.center.timeZone);
  const result = await call(caller, target, single);
  const { press } = single;
  const { task, button, isRepeat = false } = target;
  const counts = press.raw !== true && !isRepeat && tookPress(result, caller.center.switches);
  if (task !== undefined && button !== undefined && counts) {
    caller.center.write.countExecution(task, button);
    followPress(caller.center, task, button, { ...press, time, answer: result.body });
    caller.center.write.save();
  }
  return result;
}

function findTarget({ center, traffic }: Caller, taskId: string, press: PressRequest, chosen?: CenterButton): Target {
  const task = center.tasks.get(taskId);
  if (press.raw === true) {
    const buttons = task?.buttons ?? [];
    const [named] = buttonsNamed(buttons.map(namedBy), press.action);
    return targetOf(task, buttons.find(({ url }) => url === press.action) ?? named?.button, press);
  }
  if (task === undefined) throw new InputError('ERR_INPUT_INVALID', `the center has no task ${taskId}`);
  const earlier = findEarlierPress(traffic.entries, task, press, center.switches);
  if (earlier !== undefined && isNamed(earlier.button, press.action)) {
    return { ...targetOf(task, earlier.button, press), isRepeat: earlier.isTaken };
  }
  return targetOf(task, chosen ?? findVisible(center, task, press), press);
}

function findVisible(center: CenterState, task: CenterTask, { account, action }: PressRequest): CenterButton {
  const visible = new Set(findButtons(center, task, account).map(({ button }) => button));
  return findNamed([...visible], action, { taskId: task.taskId, account });
}

/**
 * Finds the button that `action` names.
 * @param action undefined: the only button
 * @throws {InputError} `ERR_BUTTON_UNKNOWN`
 */
export function findNamed(
  buttons: readonly CenterButton[],
  action: string | undefined,
  of: { readonly taskId: string; readonly account: string },
): CenterButton {
  const atUrl = buttons.filter(({ url }) => url === action);
  // Buttons of one page open it alike.
  if (atUrl[0] && atUrl.every(({ opens }) => opens === 'page')) return atUrl[0];
  const named = (atUrl.length > 0 ? atUrl : buttons).map(namedBy);
  return findNamedButton(named, atUrl.length > 0 ? undefined : action, of).button;
}

function namedBy(button: CenterButton) {
  return { ...nameOfButton(button), button };
}

/** The center knows no keys, but the addresses of buttons that a bridge signs have them. */
const ADDRESS = /\/tasks\/[^/]+\/([^/]+)\/[^/]+$/;

/** How code names a button: by the key in its address, if that is one of a bridge, otherwise by the address; or by its label. */
export function nameOfButton({ url, name }: Pick<CenterButton, 'url' | 'name'>): NamedButton {
  const { pathname = '' } = URL.canParse(url) ? new URL(url) : {};
  return { key: ADDRESS.exec(pathname)?.[1] ?? url, name };
}

function isNamed(button: CenterButton, action: string): boolean {
  return button.url === action || buttonsNamed([nameOfButton(button)], action).length > 0;
}

function targetOf(task: CenterTask | undefined, button: CenterButton | undefined, press: PressRequest): Target {
  const url = press.url ?? button?.url;
  if (url === undefined) throw new InputError('ERR_INPUT_INVALID', `no button "${press.action}", and no url to call`);
  return { task, button, url, method: press.method ?? button?.method ?? 'post' };
}

async function call(caller: Caller, target: Target, { press, uuid, strike }: SinglePress): Promise<CallOutcome> {
  const { center, seal } = caller;
  const parameters = {
    nextNodeKey: press.nextNodeKey ?? target.button?.nextNodeKey ?? '',
    opinions: press.opinions ?? '',
    accountName: press.account,
    time: press.time ?? centerTime(center.now(), center.timeZone),
  };
  const isGet = target.method === 'get';
  const sealed = strike?.fault === 'wrong-cipher' ? seal.sealWrongly(parameters) : seal.seal(parameters);
  return callOut(caller, {
    call: 'button',
    method: isGet ? 'GET' : target.method === 'put' ? 'PUT' : 'POST',
    url: isGet ? withQuery(target.url, sealed.query) : target.url,
    headers: {
      ...(isGet ? sealed.queryHeaders : sealed.headers),
      [ID_TOKEN_HEADER]: caller.idTokens.issue(caller.issuer, press.account, nameOf(center.directory, press.account)),
      [UUID_HEADER]: uuid,
      ...press.headers,
    },
    body: isGet ? undefined : sealed.body,
    recordedBody: parameters,
    ...(target.task === undefined || press.raw === true ? {} : { taskId: target.task.taskId }),
    strike,
  });
}

function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  // An invalid url fails in the call, like any other address that does not answer.
  if (!URL.canParse(url)) return url;
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.href;
}
