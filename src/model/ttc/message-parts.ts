import { CHANNELS } from '../../protocol/constants.ts';
import {
  type MessageParameter,
  type MessageText,
  NOTICE_MOMENTS,
  PERSON_WORDS,
  type RecipientField,
} from '../message-template.ts';
import { REQUIRED, TEXT, type TtcValue } from './ttc-setting.ts';

type MessageField =
  | RecipientField
  | MessageText
  | 'messageTypeCode'
  | 'title'
  | 'sendType'
  | 'promise'
  | 'importantIdentity';

const NAMES = 'names, separated by commas; expressions may yield one name, such a text, or a list';
const ONE_RECIPIENT = 'none; one of the five `to` fields is required';
const WORDS = PERSON_WORDS.map((word) => `\`${word}\``).join(', ');

/** The parts of a `ttc:message` and a `ttc:notify`. */
export const MESSAGE_PARTS = {
  messageTypeCode: {
    takes: TEXT,
    means: 'The message type of the center, which has the template.',
    otherwise: REQUIRED,
  },
  title: { takes: TEXT, means: 'The title.', otherwise: REQUIRED },
  toPersons: {
    takes: `accounts, and the words ${WORDS}; separated by commas, or an expression`,
    means: 'Who gets it: see [Words for people](#words-for-people).',
    otherwise: ONE_RECIPIENT,
  },
  toDepts: { takes: NAMES, means: 'Departments, by their ids.', otherwise: ONE_RECIPIENT },
  toGroups: { takes: NAMES, means: 'Groups, by their ids.', otherwise: ONE_RECIPIENT },
  toPhones: { takes: NAMES, means: 'Phone numbers; only for the channel SMS.', otherwise: ONE_RECIPIENT },
  toEmails: { takes: NAMES, means: 'E-mail addresses; only for the channel MAIL.', otherwise: ONE_RECIPIENT },
  excludeUser: { takes: 'the same as `toPersons`', means: 'Who does not get it.', otherwise: 'nobody' },
  sendType: {
    takes: `some of ${CHANNELS.join(', ')}, separated by commas`,
    means: 'The channels.',
    otherwise: 'those of the message type',
  },
  sendTime: {
    takes: 'a duration such as `PT8H`, a date such as `2030-01-31 18:00:00`, or an expression',
    means: 'When the center sends it.',
    otherwise: 'at once',
  },
  promise: { takes: 'true or false', means: 'true: the center checks it more strictly.', otherwise: 'false' },
  importantIdentity: { takes: 'true or false', means: 'true: marked as important.', otherwise: 'false' },
  signOff: { takes: TEXT, means: 'The closing signature.', otherwise: 'none' },
  handleKey: { takes: TEXT, means: 'A preset key or an address, which the recipient’s app opens.', otherwise: 'none' },
  coverImageUrl: { takes: TEXT, means: 'The address of an image.', otherwise: 'none' },
  filesUrl: { takes: TEXT, means: 'Addresses of attachments, separated by commas.', otherwise: 'none' },
  mobileUrl: { takes: TEXT, means: 'The link on a phone.', otherwise: 'none' },
  url: { takes: TEXT, means: 'The link on a PC.', otherwise: 'none' },
} satisfies Readonly<Record<MessageField, TtcValue>>;

/** The parts of a `ttc:notify` alone. */
export const NOTICE_PARTS = {
  on: {
    takes: NOTICE_MOMENTS.join(', '),
    means:
      'When it is sent: when a task was created, handled (by a person, not by a transfer), timed out (`ttc:timeOut` or a due date) or circulated; at the `end` of the process, which only a process can have, and not if it was terminated or revoked. As a property it is part of the name.',
    otherwise: REQUIRED,
  },
} satisfies Readonly<Record<string, TtcValue>>;

/** The parts of a `ttc:param`. */
export const PARAMETER_PARTS = {
  name: {
    takes: 'a name; no expression',
    means: 'The name of the parameter in the template of the message type.',
    otherwise: REQUIRED,
  },
  value: { takes: TEXT, means: 'Its value.', otherwise: REQUIRED },
  channel: { takes: `one of ${CHANNELS.join(', ')}`, means: 'The only channel it is for.', otherwise: 'all channels' },
} satisfies Readonly<Record<keyof MessageParameter, TtcValue>>;
