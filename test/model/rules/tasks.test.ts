import { describe, expect, test } from 'vitest';
import { element, end, exclusive, fileWith, processFile, properties, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

findsIn('summary-invalid', [
  [
    'a sixth entry is refused',
    fileWith(userTask('a', { extensions: '<ttc:summary title="T" content="c"/>'.repeat(6) })),
    'error a: The summary has 6 entries, but the center shows only 5.',
  ],
  [
    'a bar in a title is refused',
    fileWith(userTask('a', { extensions: element('ttc:summary', { title: 'a|b', content: 'c' }) })),
    'error a: The summary cannot be shown: the entry "a|b" has a | in its title, which separates title and content on the wire.',
  ],
  [
    'a line break in a title is refused, on a process too',
    fileWith(userTask('a'), { extensions: element('ttc:summary', { title: 'a\nb', content: 'c' }) }),
    'error process: The summary cannot be shown: the entry "a b" has a line break in its title.',
  ],
  [
    'a property without a bar is refused',
    fileWith(userTask('a', { extensions: properties({ 'ttc:summary': 'Amount' }) })),
    'error a: The summary cannot be shown: the entry "Amount" has no content.',
  ],
  [
    'a part that no summary has',
    fileWith(userTask('a', { extensions: element('ttc:summary', { title: 'a', content: 'c', colour: 'red' }) })),
    'error a: The summary cannot be shown: the entry "a" has a field colour, which a summary does not have.',
  ],
  ['five entries are fine', fileWith(userTask('a', { extensions: '<ttc:summary title="T" content="c"/>'.repeat(5) }))],
]);

findsIn('time-out-invalid', [
  [
    'hours that are no number are refused',
    fileWith(userTask('a', { attributes: { 'ttc:timeOut': 'soon' } })),
    'error a: The time-out "soon" is not a number of hours.',
  ],
  [
    'half an hour is refused',
    fileWith(userTask('a', { attributes: { 'ttc:timeOut': '0.5' } })),
    'error a: The time-out "0.5" is not a number of hours.',
  ],
  [
    'a due date that is neither duration nor date is refused',
    fileWith(userTask('a', { attributes: { 'camunda:dueDate': 'tomorrow' } })),
    'error a: The due date "tomorrow" is neither a duration nor a date.',
  ],
  [
    'an empty duration is refused',
    fileWith(userTask('a', { attributes: { 'camunda:dueDate': 'P' } })),
    'error a: The due date "P" is neither a duration nor a date.',
  ],
  ['a duration is fine', fileWith(userTask('a', { attributes: { 'flowable:dueDate': 'P2DT4H' } }))],
  ['a date is fine', fileWith(userTask('a', { attributes: { 'camunda:dueDate': '2030-01-31T18:00:00' } }))],
  [
    'an expression is looked at when it is evaluated',
    fileWith(userTask('a', { attributes: { 'ttc:timeOut': '${hours}' } })),
  ],
]);

describe('url-invalid', () => {
  const rule = 'url-invalid';

  const page = (tag: string, url: string, type = 'ALL') =>
    `<ttc:${tag} name="Look" type="${type}" optType="1" url="${url}"/>`;

  findsIn(rule, [
    [
      'an address without http is refused',
      fileWith(userTask('a', { attributes: { 'ttc:handleUrl': 'example.com/x' } })),
      'error a: The address "example.com/x" is not a web address.',
    ],
    [
      'a placeholder that nothing fills in is refused',
      fileWith(userTask('a', { attributes: { 'ttc:viewUrl': 'https://x/{id}/{taskId}' } })),
      'error a: The address "https://x/{id}/{taskId}" contains {id}, which is not a known placeholder.',
    ],
    [
      'a placeholder in a form address that nothing fills in is refused once',
      fileWith(userTask('a', { attributes: { 'camunda:formKey': 'https://x/{orderId}' } })),
      'error a: The address "https://x/{orderId}" contains {orderId}, which is not a known placeholder.',
    ],
  ]);

  test.each([
    'https://x/{taskId}/{instanceId}/{nodeId}?who={handlers}&case={businessKey}',
    'https://x/${orderId}',
    '${host}/{taskId}',
    '="https://x/" + orderId',
  ])('%s is fine', async (url) => {
    const xml = fileWith(userTask('a', { attributes: { 'ttc:handleUrl': url } }));
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  test('an expression in it that cannot be read is refused as one', async () => {
    const xml = fileWith(
      userTask('a', { attributes: { 'ttc:handleUrl': 'https://x/${1 +}', 'ttc:viewUrl': '${host' } }),
    );
    expect(await findProblems(xml, rule)).toEqual([]);
    expect(await findProblems(xml, 'expression-invalid')).toHaveLength(2);
  });

  test('the page of a button is looked at likewise, on a task, on a handled one and on the process', async () => {
    const extensions = page('action', '/look/{taskId}') + page('previousAction', 'https://x/{taskid}');
    const xml = fileWith(userTask('a', { extensions }), { extensions: page('action', 'https://x/{id}'), id: 'whole' });
    expect(await findProblems(xml, rule)).toEqual([
      'error whole: The address "https://x/{id}" contains {id}, which is not a known placeholder.',
      'error a: The address "/look/{taskId}" is not a web address.',
      'error a: The address "https://x/{taskid}" contains {taskid}, which is not a known placeholder.',
    ]);
  });

  test('a page with the three placeholders is fine', async () => {
    const extensions = page('action', 'https://x/{taskId}/{instanceId}/{nodeId}');
    expect(await findProblems(fileWith(userTask('a', { extensions })), rule)).toEqual([]);
  });
});

describe('form-default-decides', () => {
  const FORM =
    '<camunda:formData><camunda:formField id="days" type="long" defaultValue="9"/><camunda:formField id="kind" type="string" defaultValue="sick"/></camunda:formData>';

  /** A form with a default for `days`, one for `kind`, and a gateway behind it. */
  const deciding = (flows: string, extensions = FORM) =>
    processFile(
      [start(), userTask('a', { extensions }), exclusive('g'), userTask('b'), end()],
      `start > a > g; ${flows}; b > end`,
    );

  findsIn('form-default-decides', [
    [
      'a condition that reads a default is named',
      deciding('g >[${days > 3}] end; g >* b'),
      'warning a: "a" has form fields that a condition reads, days: nobody sees the form, so a press without values leaves them at their defaults.',
    ],
    [
      'what a button says, what nothing reads, and a form without defaults are not',
      [
        deciding("g >[${kind == 'sick'}] end; g >* b"),
        deciding('g >[${amount > 3}] end; g >* b'),
        deciding(
          'g >[${days > 3}] end; g >* b',
          '<camunda:formData><camunda:formField id="days" type="long"/></camunda:formData>',
        ),
      ],
    ],
  ]);
});

describe('button-over-mapping', () => {
  const output = (value: string) =>
    `<camunda:inputOutput><camunda:outputParameter name="approved">${value}</camunda:outputParameter></camunda:inputOutput>`;
  const mapped = (value: string, flows = 'g >"Yes"[${approved}] yes; g >"No"* no') =>
    processFile(
      [start(), userTask('a', { extensions: output(value) }), exclusive('g'), end('yes'), end('no')],
      `start > a > g; ${flows}`,
    );

  findsIn('button-over-mapping', [
    [
      'a mapping that computes what the buttons set is named',
      mapped("${answer == 'yes'}"),
      'warning a: The buttons of "a" set approved, which its output mapping computes too (${answer == \'yes\'}): the button decides, and the result of the mapping is dropped.',
    ],
    [
      'one that passes the variable on is not, and not where conditions decide',
      [mapped('${ approved }'), mapped("${answer == 'yes'}", 'g >[${approved and sum > 3}] yes; g >* no')],
    ],
  ]);
});
