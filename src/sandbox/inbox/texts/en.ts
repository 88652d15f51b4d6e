/** Every text of the page in English. Its shape is the dictionary: another language that lacks a text does not compile. */
import { enTask } from './en-task.ts';
import { enTraffic } from './en-traffic.ts';

export const en = {
  product: 'Transaction center',
  productNote: 'Sandbox',
  skip: 'Skip to the content',
  mainNavigation: 'Main',
  nav: { inbox: 'Inbox', traffic: 'Traffic' },
  language: { switchTo: '中文', label: '切换到中文' },
  theme: {
    label: (theme: string) => `Colours: ${theme}. Change`,
    system: 'system',
    light: 'light',
    dark: 'dark',
  },
  connection: { lost: 'Connection lost, trying again …' },
  loading: 'Loading …',
  back: 'Back to the list',
  copy: 'Copy',
  copied: 'Copied',
  /** Between names. */
  and: ', ',
  /** Between a heading and what follows on the same line. */
  colon: ': ',
  /** What is added to a text. */
  aside: (text: string) => ` (${text})`,
  /** Of what happened less than a minute ago. */
  justNow: 'now',

  account: {
    choose: 'Choose an account',
    current: (name: string) => `${name}, choose another account`,
    search: 'Search for a name or an account',
    none: 'No account matches. Try a part of the name.',
    pending: (count: number) => `${count} pending`,
    unread: (count: number) => `${count} unread`,
    idle: 'nothing to do',
    locked: 'locked',
    unknown: (account: string) => `There is no account ${account}`,
    unknownHint: 'The directory of this sandbox does not contain it. Choose an account to see its lists.',
    welcome: 'Whose inbox do you want to see?',
    welcomeHint:
      'This is a transaction center for development, where the people of a company find their tasks. Open anybody’s inbox and press the buttons that this person has.',
    how: 'What happens here',
    steps: [
      {
        title: 'A process waits',
        text: 'A business system runs processes from BPMN diagrams. Where a person has to act, the process waits.',
      },
      {
        title: 'The bridge reports the task',
        text: 'It tells this center who has to act and which buttons they have. The lists show these tasks.',
      },
      {
        title: 'A button continues the process',
        text: 'The bridge passes the press to the process, the process continues, and the next tasks appear here. Traffic shows every call.',
      },
    ],
  },

  lists: {
    label: 'Lists',
    pending: 'Pending',
    handled: 'Handled',
    initiated: 'Initiated',
    messages: 'Messages',
    search: 'Search this list',
    searchShort: 'Search',
    clear: 'Clear the search',
    entries: {
      pending: 'Pending tasks',
      handled: 'Handled tasks',
      initiated: 'Transactions you started',
      messages: 'Your messages',
    },
    from: (name: string) => `from ${name}`,
    yours: 'You:',
    /** Between what somebody did first and what they did later. */
    later: 'then',
    nowAt: (nodes: string) => `now at ${nodes}`,
    empty: {
      pending: { title: 'No pending tasks', hint: 'New tasks appear here automatically.' },
      handled: {
        title: 'No handled tasks yet',
        hint: 'A task appears here when its handling is reported.',
      },
      initiated: {
        title: 'No transactions yet',
        hint: 'Every process that is started in your name is listed here.',
      },
      messages: { title: 'No messages', hint: 'Messages from processes appear here automatically.' },
    },
    noneFits: { title: 'No matches', hint: 'No entry matches the search.' },
    pick: {
      task: { title: 'Choose a task', hint: 'Its history, its diagram and its buttons are shown here.' },
      transaction: {
        title: 'Choose a transaction',
        hint: 'Its progress and your buttons are shown here.',
      },
      message: {
        title: 'Choose a message',
        hint: 'Opening a message marks it as read, on the PC and on the phone alike.',
      },
    },
  },

  states: {
    pending: 'Pending',
    suspended: 'Suspended',
    partlySuspended: 'Partly suspended',
    handled: 'Handled',
    terminated: 'Terminated',
    turned: 'Transferred',
    recalled: 'Withdrawn',
    ended: 'Ended',
    running: 'Running',
    concluded: 'Concluded',
    revoked: 'Withdrawn',
  },

  ...enTask,

  messages: {
    label: 'Message',
    side: 'Shown as',
    pc: 'PC',
    mobile: 'Phone',
    unread: 'Unread',
    important: 'Important',
    readOn: (when: string, side: string) => `Read ${when}, ${side}`,
    onSide: { pc: 'on the PC', mobile: 'on the phone' },
    link: 'Open its link',
    files: 'Attachments',
    about: (matter: string) => `About ${matter}`,
    sender: (app: string) => `from ${app}`,
    gone: 'This message does not exist',
    goneHint: 'It may be from a sandbox that was restarted. The list shows what exists now.',
    shared: 'PC and phone share one read state.',
    bar: (count: number) => (count === 0 ? 'Notification bar' : `Notification bar, ${count} new`),
    barTitle: 'Notification bar',
    barNote: 'What the company’s app shows on the phone: messages of the channel SUPERAPP. They have no read state.',
    barEmpty: 'The notification bar is empty.',
  },

  failure: {
    unreachable: 'The sandbox does not answer',
    unreachableHint: 'Is it still running? Start it again; this page reconnects automatically.',
    refused: 'That did not work',
    retry: 'Try again',
  },

  traffic: enTraffic,
};

export type Texts = typeof en;
