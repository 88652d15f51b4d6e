/** The instances with which the demo begins, and the steps that people have made. Data only. */
import type { OperationName } from './page-operations.ts';

/** One matter of the company: an instance of a process, and its steps so far. */
export interface Matter {
  /** Business key; the center shows it as serialNumber. */
  readonly key: string;
  /** Id of one of the processes. */
  readonly process: string;
  /** Account of the initiator. */
  readonly initiator: string;
  /** Title on the pages of the business system. */
  readonly about: string;
  readonly variables: Readonly<Record<string, string | number | readonly string[]>>;
  readonly steps: readonly Step[];
}

/** An action of a person on the task of a node. */
export interface Step {
  readonly who: string;
  /** Id in the diagram. */
  readonly node: string;
  /** Label of the button to press in the center. */
  readonly press?: string;
  /** Or what the person does on a page of the business system, with these accounts. */
  readonly operation?: OperationName;
  readonly to?: readonly string[];
  readonly says?: string;
}

/** Label of buttons without a name in the diagrams. */
export const SUBMIT = 'Submit';

/** Label of the button of a person who was asked, as the bridge names it. */
export const OPINION = 'Opinion';

const leave = (days: number, manager = 'bo') => ({ manager, days });
const contract = (subject: string, reviewer: string) => ({ subject, reviewer, manager: 'dara' });
const purchase = (item: string, price: number) => ({ item, price, signers: ['bo', 'chen', 'dara'] });
const expense = (purpose: string, amount: number) => ({ purpose, amount, manager: 'bo' });

export const MATTERS: readonly Matter[] = [
  {
    ...{ key: 'LEAVE-101', process: 'leave-approval', initiator: 'anna', about: 'Two days of leave' },
    variables: leave(2),
    steps: [{ who: 'anna', node: 'apply', press: SUBMIT, says: 'A long weekend in May.' }],
  },
  {
    ...{ key: 'LEAVE-102', process: 'leave-approval', initiator: 'bo', about: 'Five days of leave' },
    variables: leave(5, 'chen'),
    steps: [
      { who: 'bo', node: 'apply', press: SUBMIT, says: 'Emil stands in for me.' },
      { who: 'chen', node: 'manager-approval', press: 'Approve', says: 'Fine with me.' },
    ],
  },
  {
    ...{ key: 'LEAVE-103', process: 'leave-approval', initiator: 'emil', about: 'Ten days of leave' },
    variables: leave(10),
    steps: [
      { who: 'emil', node: 'apply', press: SUBMIT },
      { who: 'bo', node: 'manager-approval', press: 'Reject', says: 'Who stands in for you?' },
    ],
  },
  {
    ...{ key: 'LEAVE-104', process: 'leave-approval', initiator: 'anna', about: 'Three days of leave' },
    variables: leave(3),
    steps: [
      { who: 'anna', node: 'apply', press: SUBMIT },
      { who: 'bo', node: 'manager-approval', press: 'Approve', says: 'Enjoy it.' },
    ],
  },
  {
    ...{ key: 'LEAVE-105', process: 'leave-approval', initiator: 'fatima', about: 'A week of leave' },
    variables: leave(7),
    steps: [
      { who: 'fatima', node: 'apply', press: SUBMIT },
      {
        who: 'bo',
        node: 'manager-approval',
        operation: 'delegate',
        to: ['emil'],
        says: 'Can the accounts do without her for a week?',
      },
    ],
  },
  {
    ...{ key: 'PURCHASE-201', process: 'purchase', initiator: 'anna', about: 'Twelve laptops' },
    variables: purchase('Twelve laptops', 14400),
    steps: [
      { who: 'anna', node: 'request', press: SUBMIT, says: 'For the new colleagues.' },
      { who: 'fatima', node: 'finance-check', press: SUBMIT, says: 'Within the budget.' },
    ],
  },
  {
    ...{ key: 'PURCHASE-202', process: 'purchase', initiator: 'emil', about: 'A coffee machine' },
    variables: purchase('Coffee machine', 620),
    steps: [
      { who: 'emil', node: 'request', press: SUBMIT },
      { who: 'gu', node: 'legal-check', press: SUBMIT },
      { who: 'fatima', node: 'finance-check', press: SUBMIT },
      { who: 'chen', node: 'sign', press: SUBMIT, says: 'At last.' },
    ],
  },
  {
    ...{ key: 'PURCHASE-203', process: 'purchase', initiator: 'anna', about: 'A projector' },
    variables: purchase('Projector', 890),
    steps: [],
  },
  {
    ...{ key: 'PURCHASE-204', process: 'purchase', initiator: 'emil', about: 'Forty desk chairs' },
    variables: purchase('Forty desk chairs', 9600),
    steps: [
      { who: 'emil', node: 'request', press: SUBMIT },
      {
        who: 'fatima',
        node: 'finance-check',
        operation: 'addSigners',
        to: ['bo', 'chen'],
        says: 'What do the others say?',
      },
      { who: 'chen', node: 'finance-check', press: OPINION, says: 'The price is fair.' },
    ],
  },
  {
    ...{ key: 'CONTRACT-301', process: 'contract', initiator: 'anna', about: 'Lease of the new office' },
    variables: contract('Lease of the new office', 'bo'),
    steps: [{ who: 'anna', node: 'draft', press: SUBMIT, says: 'The landlord waits for an answer.' }],
  },
  {
    ...{ key: 'CONTRACT-302', process: 'contract', initiator: 'fatima', about: 'Maintenance of the lifts' },
    variables: contract('Maintenance of the lifts', 'bo'),
    steps: [
      { who: 'fatima', node: 'draft', press: SUBMIT },
      { who: 'bo', node: 'review', press: 'Suspend', says: 'Until the other offer is there.' },
    ],
  },
  {
    ...{ key: 'CONTRACT-303', process: 'contract', initiator: 'anna', about: 'Cleaning of the offices' },
    variables: contract('Cleaning of the offices', 'chen'),
    steps: [
      { who: 'anna', node: 'draft', press: SUBMIT },
      { who: 'chen', node: 'review', operation: 'transfer', to: ['gu'], says: 'You know them better.' },
    ],
  },
  {
    ...{ key: 'CONTRACT-304', process: 'contract', initiator: 'gu', about: 'Rental of a stand at the fair' },
    variables: contract('Rental of a stand at the fair', 'emil'),
    steps: [
      { who: 'gu', node: 'draft', press: SUBMIT },
      { who: 'gu', node: 'draft', press: 'Withdraw', says: 'The fair is cancelled.' },
    ],
  },
  {
    ...{ key: 'REQUEST-401', process: 'take-back', initiator: 'anna', about: 'A parking space' },
    variables: { wish: 'Parking space', approver: 'bo', checker: 'chen' },
    steps: [
      { who: 'anna', node: 'apply', press: SUBMIT },
      { who: 'bo', node: 'approve', press: SUBMIT, says: 'There is one left.' },
    ],
  },
  {
    ...{ key: 'EXPENSE-501', process: 'expense-claim', initiator: 'anna', about: 'A claim of 40 euros' },
    variables: expense('Taxi to the airport', 40),
    steps: [{ who: 'anna', node: 'claim', press: SUBMIT }],
  },
  {
    ...{ key: 'EXPENSE-502', process: 'expense-claim', initiator: 'gu', about: 'A claim of 85 euros' },
    variables: expense('Books on contract law', 85),
    steps: [
      { who: 'gu', node: 'claim', press: SUBMIT },
      { who: 'bo', node: 'approve', operation: 'circulate', to: ['emil', 'chen'] },
    ],
  },
  {
    ...{ key: 'EXPENSE-503', process: 'expense-claim', initiator: 'emil', about: 'A claim of 1640 euros' },
    variables: expense('Train and hotel in Hamburg', 1640),
    steps: [
      { who: 'emil', node: 'claim', press: SUBMIT },
      { who: 'dara', node: 'check-budget', press: SUBMIT },
    ],
  },
  {
    ...{ key: 'EXPENSE-504', process: 'expense-claim', initiator: 'anna', about: 'A claim of 30 euros' },
    variables: expense('Flowers for the reception', 30),
    steps: [
      { who: 'anna', node: 'claim', press: SUBMIT },
      { who: 'bo', node: 'approve', press: 'Approve' },
    ],
  },
];

/** A message of the business system to all people. */
export const NEWS = {
  sendId: 'demo-canteen',
  title: 'The canteen is closed on Friday',
  text: 'The kitchen is being repaired. On Monday it is open as usual.',
} as const;

/** People whose lists show typical cases, and which. */
export const CHOOSE_FIRST = [
  { account: 'bo', finds: 'every kind of decision, and two expense claims for a batch' },
  {
    account: 'anna',
    finds: 'a request to submit, the transactions of an initiator, and messages about decisions',
  },
  { account: 'gu', finds: 'tasks of two groups, and a contract that somebody transferred' },
] as const;
