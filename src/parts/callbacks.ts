import type { CallbackOptions } from '../config/bridge-options.ts';
import type { Logger } from '../logger.ts';
import type { TaskStatusEntry } from '../protocol/task-status.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { Locale } from '../texts/read-locale.ts';

/** What addresses are signed with. */
export interface AddressOptions extends Pick<CallbackOptions, 'publicUrl' | 'signingKeys'> {
  /** Application id in the center; part of every signature. */
  readonly appId: string;
}

/** The addresses that the center calls, each signed for one purpose. */
export interface Addresses {
  /** The address of a button, for `actionUrl` of the plugin. It depends only on the task, the button and the first key. */
  actionUrl(taskId: string, action: { readonly key: string }): string;
  /** The address of the task-status callback, for the registration of the application. */
  statusUrl(): string;
  /**
   * Returns which button an address belongs to; undefined if it is no address of a button, or none of the keys signed it.
   * Only the last segments of its path count.
   */
  readActionUrl(url: string): SignedButton | undefined;
}

/** A button, from its signed address. */
export interface SignedButton {
  /** The task. */
  readonly taskId: string;
  /** Key of the button. */
  readonly actionKey: string;
}

/** Which calls of the center are accepted, and who answers them. */
export interface CallbacksOptions
  extends AddressOptions,
    Pick<CallbackOptions, 'cipher' | 'idToken' | 'maxBodyBytes' | 'maxStatusBodyBytes' | 'answer'> {
  /**
   * Decides a press that passed all checks, such as `plugin.press`. Resolve after the result is stored. If it rejects, the
   * center is answered 503 and may call again.
   * @param call a repeat of the same call has the same `replayKey`
   */
  readonly press: (taskId: string, press: CallbackPress, call: CallbackCall) => Promise<Verdict>;
  /**
   * Returns the state of tasks, such as `plugin.answerStatus`: one entry for each id, in the same order. Default: the
   * task-status callback is answered 404.
   */
  readonly answerStatus?: (taskIds: readonly string[]) => Promise<readonly TaskStatusEntry[]>;
  /** IANA name of the time zone of the center. Default: `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** The language of refusals; or your own texts. Default: `en`. */
  readonly locale?: Locale;
  /** Returns the current time in epoch milliseconds, for the validity of tokens. Default: the clock of the machine. */
  readonly clock?: () => number;
  /** Receives log entries; never a token, key or payload. Default: warnings and errors are written to the console. */
  readonly logger?: Logger;
}

/** A press that the center has sent: what the person did. */
export interface CallbackPress {
  /** Account of the person, exactly as sent. */
  readonly account: string;
  /** Key of the button, from its address. */
  readonly actionKey: string;
  /** The button's next node; absent if the center sent none. */
  readonly nextNodeKey?: string;
  /** The person's opinion; absent if there is none. */
  readonly opinions?: string;
  /** When it was pressed, in epoch milliseconds. */
  readonly time: number;
}

/** The call that carried a press. */
export interface CallbackCall {
  /** From the header; all presses of a batch may share it. */
  readonly uuid: string;
  /**
   * The same for every repeat of the call, and for no other: made of the uuid, the task, the button and all parameters.
   * Store it with the press to recognise repeats.
   */
  readonly replayKey: string;
}

/** A button callback after all checks, or the response to a call that is not accepted. */
export type ReadPress =
  | {
      /** Of the pressed button. */
      readonly taskId: string;
      /** What the person did. */
      readonly press: CallbackPress;
      /** The call that carried it. */
      readonly call: CallbackCall;
    }
  | {
      /** Send it back unchanged: its status and text reveal no more than the center may know. */
      readonly refused: Response;
    };

/** The callbacks of the center: their addresses, and the handler that answers them. */
export interface Callbacks extends Addresses {
  /** Answers a call of the center. Web-standard, never rejects; mount it under any path, in front of body parsers. */
  fetch(request: Request): Promise<Response>;
  /**
   * Verifies and decodes a button callback without deciding it, for a service that answers the center itself.
   * @throws the error of the check of the id token: it is not possible now; answer 503
   */
  readPress(request: Request): Promise<ReadPress>;
}
