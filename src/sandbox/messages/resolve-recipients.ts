import type { Channel } from '../../protocol/constants.ts';
import type { MessageProblem } from '../../protocol/message-send.ts';
import { type Account, type Directory, type Group, namesIn } from '../setup/directory.ts';
import type { RawObject } from '../tasks/check-fields.ts';

/** Whom a message reaches, and on which channel. */
export interface Recipient {
  readonly channel: Channel;
  readonly receiver: string;
  readonly account?: string;
}

export interface Recipients {
  readonly recipients: readonly Recipient[];
  /** Recipients who are not reached (spec, Endpoint 1, rule 3). */
  readonly problems: readonly MessageProblem[];
}

const PHONE = /^\+?\d{5,15}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * The recipients of a message, without duplicates on a channel. toPhones gets only SMS and toEmails only MAIL (spec,
 * Endpoint 1, rule 4).
 */
export function resolveRecipients(
  directory: Required<Directory>,
  request: RawObject,
  channels: readonly Channel[],
): Recipients {
  const problems = new Map<string, MessageProblem>();
  const report = (receiverKey: string, exceptionMessage: string) =>
    problems.set(`${receiverKey} ${exceptionMessage}`, { receiverKey, exceptionMessage });
  const people = findPeople(directory, request, report);
  const ofPeople = channels.flatMap((channel) =>
    people.flatMap((person): Recipient[] => {
      const receiver = receiverOn(channel, person);
      if (receiver !== undefined) return [{ channel, receiver, account: person.account }];
      report(person.account, `the account has no ${channel === 'SMS' ? 'phone number' : 'e-mail address'}`);
      return [];
    }),
  );
  const named = (field: string, channel: Channel, form: RegExp, problem: string) =>
    listIn(request, field).flatMap((receiver): Recipient[] => {
      if (form.test(receiver)) return [{ channel, receiver }];
      report(receiver, problem);
      return [];
    });
  const all = [
    ...ofPeople,
    ...named('toPhones', 'SMS', PHONE, 'this is not a phone number'),
    ...named('toEmails', 'MAIL', EMAIL, 'this is not an e-mail address'),
  ];
  const isFirst = ({ channel, receiver }: Recipient, index: number) =>
    all.findIndex((other) => other.channel === channel && other.receiver === receiver) === index;
  return { recipients: all.filter(isFirst), problems: [...problems.values()] };
}

/** The accounts that are named directly or by department or group, without the excluded ones. */
function findPeople(
  directory: Required<Directory>,
  request: RawObject,
  report: (receiverKey: string, problem: string) => void,
): Account[] {
  const membersOf = (groups: readonly Group[], field: string, kind: string) =>
    listIn(request, field).flatMap((id) => {
      const group = groups.find((each) => each.id === id);
      if (group === undefined) report(id, `this ${kind} does not exist`);
      return group?.members ?? [];
    });
  const named = [
    ...listIn(request, 'toPersons'),
    ...membersOf(directory.departments, 'toDepts', 'department'),
    ...membersOf(directory.groups, 'toGroups', 'group'),
  ];
  const excluded = listIn(request, 'excludeUser');
  return [...new Set(named)].flatMap((name) => {
    if (excluded.includes(name)) return [];
    const account = directory.accounts.find((each) => each.account === name);
    if (account !== undefined && account.isLocked !== true) return [account];
    report(name, account === undefined ? 'this account does not exist' : 'this account is locked');
    return [];
  });
}

function listIn(request: RawObject, field: string): string[] {
  const text = request[field];
  return typeof text === 'string' ? namesIn(text) : [];
}

function receiverOn(channel: Channel, person: Account): string | undefined {
  if (channel === 'SMS') return person.phone;
  if (channel === 'MAIL') return person.email;
  return person.account;
}
