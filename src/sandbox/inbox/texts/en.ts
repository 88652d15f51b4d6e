/** Every text of the page in English. Its shape is the dictionary: another language that lacks a text does not compile. */
import { enTask } from './en-task.ts';
import { enTraffic } from './en-traffic.ts';
import { plural } from './plural.ts';

export const en = {
  product: 'Transaction center',
  productNote: 'Sandbox',
  skip: 'Skip to the content',
  mainNavigation: 'Main',
  nav: { inbox: 'Inbox', traffic: 'Traffic' },
  language: { switchTo: '中文', label: '切换到中文' },
  theme: {
    label: (theme: string) => `Colours: ${theme}. Change`,
    system: 'as the system',
    light: 'light',
    dark: 'dark',
  },
  connection: { lost: 'Connection lost, trying again …' },
  loading: 'Loading …',
  close: 'Close',
  back: 'Back to the list',
  copy: 'Copy',
  copied: 'Copied',
  /** Between names. */
  and: ', ',
  count: (count: number) => plural(count, 'entry', 'entries'),

  account: {
    choose: 'Choose an account',
    current: (name: string) => `${name}, choose another account`,
    search: 'Search for a name or an account',
    none: 'Nobody is called that. Try a part of the name.',
    pending: (count: number) => `${count} pending`,
    unread: (count: number) => `${count} unread`,
    idle: 'nothing to do',
    locked: 'locked',
    unknown: (account: string) => `There is no account ${account}`,
    unknownHint: 'The directory of this sandbox has other people. Choose one of them to see their lists.',
    welcome: 'Whose inbox do you want to see?',
    welcomeHint:
      'This is a transaction center for development: the place where the people of a company find what waits for them. Look into anybody’s inbox, and press what they could press.',
    how: 'What happens here',
    steps: [
      {
        title: 'A diagram decides',
        text: 'A business system runs processes as they were drawn in BPMN. Where a person has to act, the process waits.',
      },
      {
        title: 'The bridge brings the task',
        text: 'It reports to this center whose turn it is, and which buttons there are. That is what stands in the lists.',
      },
      {
        title: 'A button moves it on',
        text: 'The press goes back over the bridge, the process takes its next step, and what follows appears by itself. Traffic shows every call.',
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
    filters: 'Filters',
    process: 'Process',
    node: 'Node',
    state: 'State',
    all: 'All',
    unread: 'Unread only',
    clear: 'Clear the filters',
    entries: {
      pending: 'Pending tasks',
      handled: 'Handled tasks',
      initiated: 'Transactions you started',
      messages: 'Your messages',
    },
    from: (name: string) => `from ${name}`,
    nowAt: (nodes: string) => `now at ${nodes}`,
    empty: {
      pending: { title: 'Nothing waits for you', hint: 'What people hand on to you appears here by itself.' },
      handled: {
        title: 'You have handled nothing yet',
        hint: 'A task moves here as soon as its handling is reported.',
      },
      initiated: {
        title: 'You have started nothing yet',
        hint: 'Every process that is started in your name is listed here.',
      },
      messages: { title: 'No messages', hint: 'What processes tell you appears here by itself.' },
    },
    noneFits: { title: 'Nothing fits', hint: 'No entry has these words or fits these filters.' },
    pick: {
      task: { title: 'Choose a task', hint: 'Its history, its diagram and its buttons are shown here.' },
      transaction: {
        title: 'Choose a transaction',
        hint: 'How far it has come and what you can still do is shown here.',
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
    handled: 'Handled',
    terminated: 'Terminated',
    turned: 'Transferred',
    recalled: 'Taken back',
    running: 'Running',
    concluded: 'Concluded',
    revoked: 'Revoked',
  },

  ...enTask,

  messages: {
    label: 'Message',
    side: 'Shown as',
    pc: 'PC',
    mobile: 'Phone',
    unread: 'Unread',
    read: 'Read',
    important: 'Important',
    readOn: (when: string, side: string) => `Read ${when}, ${side}`,
    onSide: { pc: 'on the PC', mobile: 'on the phone' },
    link: 'Open its link',
    files: 'Attachments',
    sender: (app: string) => `from ${app}`,
    gone: 'There is no such message',
    goneHint: 'It may belong to a sandbox that was started anew. The list shows what there is now.',
    shared: 'PC and phone have one read state.',
    bar: (count: number) => (count === 0 ? 'Notification bar' : `Notification bar, ${count} new`),
    barTitle: 'Notification bar',
    barNote:
      'What the company’s app shows on the phone: the channel SUPERAPP of a message. The center keeps no read state of it.',
    barEmpty: 'The notification bar is empty.',
  },

  failure: {
    unreachable: 'The sandbox does not answer',
    unreachableHint: 'Is it still running? Start it again: this page goes on by itself.',
    refused: 'That did not work',
    retry: 'Try again',
  },

  traffic: enTraffic,
};

export type Texts = typeof en;
