import * as z from 'zod';
import { findMatter, listMessagesAbout, type MessageMatter } from '../messages/link-message.ts';
import type { ListedMessage, SentMessage, WebsiteMessage } from '../messages/message-views.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CenterState } from '../state/center-state.ts';
import { findAccount } from './account-routes.ts';
import { ControlError } from './control-error.ts';
import { type ControlRoute, defineRoute } from './control-route.ts';

interface WithMatter {
  /** What the message is about; absent if the center cannot know. */
  readonly matter?: MessageMatter;
}

/** Answer of `GET /accounts/{account}/messages`. */
export interface MessagesAnswer {
  readonly messages: readonly (WebsiteMessage & WithMatter)[];
}

/** Answer of `GET /accounts/{account}/notifications`. */
export interface NotificationsAnswer {
  readonly notifications: readonly (ListedMessage & WithMatter)[];
}

const side = z.enum(['pc', 'mobile'], { error: 'must be pc or mobile' }).default('pc');

export function messageRoutes(sandbox: Sandbox, center: CenterState): ControlRoute[] {
  const known = (account: string) => findAccount(center, account).account;
  const withMatter = <Message extends ListedMessage>(message: Message, account: string): Message & WithMatter => {
    const matter = findMatter(center, message.sendId, account);
    return matter === undefined ? message : { ...message, matter };
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/accounts/{account}/messages',
      query: z.strictObject({ side }),
      answer: ({ params: { account }, query }): MessagesAnswer => ({
        messages: sandbox.messages(known(account), query.side).map((each) => withMatter(each, account)),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/accounts/{account}/messages/{sendId}/read',
      body: z.strictObject({ side }),
      answer({ params: { account, sendId }, body }) {
        const find = () => sandbox.messages(known(account), body.side).find((each) => each.sendId === sendId);
        if (find() === undefined) {
          throw new ControlError('ERR_MESSAGE_UNKNOWN', `${account} has no system message ${sendId}`);
        }
        sandbox.readMessage(sendId, account, body.side);
        return { message: find() };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/accounts/{account}/notifications',
      answer: ({ params: { account } }): NotificationsAnswer => ({
        notifications: sandbox.notifications(known(account)).map((each) => withMatter(each, account)),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/transactions/{transactionId}/messages',
      answer({ params: { transactionId } }): { readonly messages: readonly SentMessage[] } {
        const transaction = center.transactions.get(transactionId);
        if (transaction !== undefined) return { messages: listMessagesAbout(center, transaction) };
        throw new ControlError('ERR_TRANSACTION_UNKNOWN', `the center has no transaction ${transactionId}`);
      },
    }),
    defineRoute({ method: 'GET', path: '/messages', answer: () => ({ messages: sandbox.sentMessages() }) }),
    defineRoute({
      method: 'GET',
      path: '/messages/{sendId}',
      answer({ params: { sendId } }) {
        const message = sandbox.sentMessage(sendId);
        if (message !== undefined) return { message };
        throw new ControlError('ERR_MESSAGE_UNKNOWN', `the center has no message ${sendId}`);
      },
    }),
  ];
}
