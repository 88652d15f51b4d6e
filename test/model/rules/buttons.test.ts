import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  exclusive,
  fileWith,
  message,
  processFile,
  root,
  signal,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { findProblems } from '../find-problems.ts';
import { decides, findsIn } from './cases.ts';

describe('button-without-event', () => {
  const rule = 'button-without-event';

  const urge = (attributes = 'key="urge" type="PROMOTER"') => `<ttc:action name="Urge" ${attributes}/>`;

  const check = userTask('check', { extensions: '<ttc:previousAction name="Back" key="back" type="HANDLEDR"/>' });

  const WARNING = (element: string, name: string, key: string) =>
    `warning ${element}: The button "${name}" sends ${key} to the process, but no event of the process waits for a message or signal of that name.`;

  const drawn = (content: string, extensions = urge()) =>
    processFile(
      [start(), check, boundary('heard', 'check', content, { interrupting: false }), end(), end('over')],
      'start > check > end; heard > over',
      {
        id: 'p',
        extensions,
        roots: `${root('message', 'm', { name: 'urge' })}${root('message', 'computed', { name: 'urge ${x}' })}${root('signal', 's', { name: 'back' })}`,
      },
    );

  test('a button whose key no event has is warned of, that of a handled task too', async () => {
    expect(await findProblems(drawn(message('m')), rule)).toEqual([WARNING('check', 'Back', 'back')]);
    expect(await findProblems(drawn(signal('s')), rule)).toEqual([WARNING('p', 'Urge', 'urge')]);
  });

  findsIn(rule, [
    [
      'without a key its type is the key, and a page or another type tells nothing',
      drawn(
        signal('s'),
        `${urge('type="PROMOTER"')}${urge('key="look" type="ALL" optType="1" url="https://x"')}${urge('key="stop" type="BREAK_UP"')}`,
      ),
      WARNING('p', 'Urge', 'promoter'),
    ],
    ['nothing is said where a name is computed', drawn(message('computed'))],
  ]);

  test('what a thrown or a starting event is called helps nobody', async () => {
    const roots = root('message', 'm', { name: 'back' });
    const begun = processFile([start('begun', { content: message('m') }), check, end()], 'begun > check > end', {
      roots,
    });
    expect(await findProblems(begun, rule)).toEqual([WARNING('check', 'Back', 'back')]);
  });

  test('a caught message anywhere listens', async () => {
    const roots = root('message', 'm', { name: 'back' });
    const xml = processFile([start(), check, catchEvent('wait', message('m')), end()], 'start > check > wait > end', {
      roots,
    });
    expect(await findProblems(xml, rule)).toEqual([]);
  });
});

findsIn('button-without-name', [
  [
    'a button called after what it leads to is said',
    processFile(
      [start(), userTask('decide'), exclusive('g'), end('yes', { name: 'Paid' }), end('no')],
      'start > decide > g; g > yes; g >"Refuse" no',
    ),
    'warning g-yes: The flow has no name, so its button is called "Paid" after the element that it leads to.',
  ],
  ['flows that are no buttons need no names', decides('g >[${x > 1}] yes; g >* no')],
]);

findsIn('buttons-with-one-label', [
  [
    'two flows to one end without names are two buttons that nobody can tell apart',
    processFile(
      [start(), userTask('decide'), exclusive('g'), end('over', { name: 'End' })],
      "start > decide > g; g >[${ok == 'yes'}] over; g >[${ok == 'no'}] over",
    ),
    expect.stringMatching(
      /^warning decide: "decide" has 2 buttons with the label "End": the flow \S+, the flow \S+\.$/,
    ),
  ],
  [
    'so are a button of the task and one of the process',
    processFile(
      [start(), userTask('a', { extensions: '<ttc:action name="Stop" key="halt" type="HANG_UP"/>' }), end()],
      'start > a > end',
      { extensions: '<ttc:action name=" Stop" type="BREAK_UP"/>' },
    ),
    'warning a: "a" has 2 buttons with the label "Stop": the button halt, the button break_up.',
  ],
  ['different ones are fine', decides('g >"Yes" yes; g >"No" no')],
]);

describe('action-invalid', () => {
  const rule = 'action-invalid';

  findsIn(rule, [
    [
      'a button lacking name and type is refused for both at once',
      fileWith(userTask('a', { extensions: '<ttc:action key="k"/>' })),
      'error a: The button "k" cannot be shown: it has no name; it has no type.',
    ],
    [
      'an unknown type is refused',
      fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="GO"/>' })),
      'error a: The button "Go" cannot be shown: GO is not an action type: it can be HANDLE, BREAK_UP, REVOKE, HANG_UP, ACTIVE, CIRCULARIZE, TRANSFER, PROMOTER, HANDLEDR, DEAL, ALL.',
    ],
    [
      'a key that does not fit into a url is refused',
      fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" key="a/b"/>' })),
      'error a: The button "Go" cannot be shown: its key a/b contains characters other than letters, digits, _ . -.',
    ],
    [
      'an api button has no url of its own',
      fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" url="http://x"/>' })),
      'error a: The button "Go" cannot be shown: only a page action (optType 1) has a url of its own.',
    ],
    [
      'a page button needs one',
      fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" optType="1"/>' })),
      'error a: The button "Go" cannot be shown: a page action needs the url of its page.',
    ],
    [
      'values outside their sets are refused',
      fileWith(
        userTask('a', {
          extensions: '<ttc:action name="Go" type="HANDLE" method="patch" allowMerge="2" vote="maybe"/>',
        }),
      ),
      'error a: The button "Go" cannot be shown: method must be get, post or put; allowMerge must be 0 or 1; vote must be approve or reject.',
    ],
    [
      'a batch setting on a previousAction is refused',
      fileWith(
        userTask('a', { extensions: '<ttc:previousAction name="Back" type="HANDLEDR" allowMerge="1" times="0"/>' }),
      ),
      'error a: The button "Back" cannot be shown: times must be a whole number, at least 1; a previousAction cannot have a batch setting (allowMerge).',
    ],
    [
      'a process has no button to handle with',
      fileWith(userTask('a'), { extensions: '<ttc:action name="Go" type="HANDLE"/>' }),
      'error process: The button "Go" cannot be shown: a button of a process must be of type REVOKE, BREAK_UP, PROMOTER or ALL.',
    ],
    [
      'neither a button of a process nor one of a handled task is a vote',
      fileWith(userTask('a', { extensions: '<ttc:previousAction name="Back" type="HANDLEDR" vote="reject"/>' }), {
        extensions: '<ttc:action name="Stop" type="REVOKE" vote="approve"/>',
      }),
      [
        'error process: The button "Stop" cannot be shown: only a ttc:action of a user task can be a vote.',
        'error a: The button "Back" cannot be shown: only a ttc:action of a user task can be a vote.',
      ],
    ],
    [
      'two buttons with one key are refused',
      fileWith(
        userTask('a', {
          extensions: '<ttc:action key="k" name="A" type="HANDLE"/><ttc:action key="k" name="B" type="HANDLE"/>',
        }),
      ),
      'error a: Two buttons have the key k, so a press would not say which of the two was meant.',
    ],
    [
      'a complete button is fine',
      fileWith(userTask('a', { extensions: '<ttc:action name="Go" type="HANDLE" method="PUT" allowMerge="1"/>' })),
    ],
  ]);

  test('uses are counted of a button of the process and of the handled list, and of no other', async () => {
    const counted = (times: string) => `<ttc:action name="Urge" type="PROMOTER" times="${times}"/>`;
    expect(await findProblems(fileWith(userTask('a'), { extensions: counted('2') }), rule)).toEqual([]);
    expect(await findProblems(fileWith(userTask('a'), { extensions: counted('often') }), rule)).toEqual([
      'error process: The button "Urge" cannot be shown: times must be a whole number, at least 1.',
    ]);
    expect(await findProblems(fileWith(userTask('a', { extensions: counted('2') })), rule)).toEqual([
      'error a: The button "Urge" cannot be shown: only a previousAction or a button of the process can have times.',
    ]);
  });
});

findsIn('action-without-next-node', [
  [
    'a button that does not say which flow it takes is refused',
    draw({
      exclusive: 'g',
      others: [userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE"/>' }), end('yes'), end('no')],
      paths: 'start > decide > g; g > yes; g > no',
    }),
    'error decide: The button "Go" does not say which flow it takes, but the gateway "g" after "decide" needs to know.',
  ],
  [
    'so is one that goes to something else',
    processFile(
      [
        start(),
        userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE" nextNodeKey="moon"/>' }),
        exclusive('g'),
        end('yes'),
        end('no'),
      ],
      'start > decide > g; g > yes; g > no',
    ),
    'error decide: The button "Go" goes to moon, which does not identify exactly one next element, but the gateway "g" after "decide" needs to know.',
  ],
  [
    'a target that two flows share is not one way on',
    processFile(
      [
        start(),
        userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE" nextNodeKey="yes"/>' }),
        exclusive('g'),
        end('yes'),
        end('no'),
      ],
      'start > decide > g; g > yes; g > yes; g > no',
    ),
    'error decide: The button "Go" goes to yes, which does not identify exactly one next element, but the gateway "g" after "decide" needs to know.',
  ],
  [
    'the id of the target or of the flow is fine',
    processFile(
      [
        start(),
        userTask('decide', {
          extensions:
            '<ttc:action name="A" type="HANDLE" nextNodeKey="yes"/><ttc:action name="B" type="HANDLE" nextNodeKey="g-no"/>',
        }),
        exclusive('g'),
        end('yes'),
        end('no'),
      ],
      'start > decide > g; g > yes; g > no',
    ),
  ],
  [
    'where conditions decide, a button need not say',
    draw({
      exclusive: 'g',
      others: [userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE"/>' }), end('yes'), end('no')],
      paths: 'start > decide > g; g >[${x > 1}] yes; g >* no',
    }),
  ],
]);

describe('action-without-target', () => {
  const rule = 'action-without-target';

  const withAction = (attributes: string) => fileWith(userTask('a', { extensions: `<ttc:action ${attributes}/>` }));

  test.each(['TRANSFER', 'CIRCULARIZE'])('a %s button that names nobody is refused', async (type) => {
    expect(await findProblems(withAction(`name="Pass on" type="${type}"`), rule)).toEqual([
      'error a: The button "Pass on" does not say to whom: the center sends no other person with the press.',
    ]);
  });

  findsIn(rule, [
    [
      'it may open a page that asks, or go to a fixed person',
      [
        withAction('name="Pass on" type="TRANSFER" optType="1" url="http://x/{taskId}"'),
        withAction('name="Pass on" type="TRANSFER" to="${deputy}"'),
      ],
    ],
    [
      'another button has no person it goes to',
      withAction('name="Go" type="HANDLE" to="ann"'),
      'error a: The button "Go" has a "to", which only TRANSFER and CIRCULARIZE have.',
    ],
  ]);
});
