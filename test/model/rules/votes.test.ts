import { end, exclusive, fileWith, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { decides, findsIn, signs } from './cases.ts';

findsIn('countersign-without-votes', [
  [
    'buttons behind several signers are refused',
    signs('g > yes; g > no'),
    'error g: Several people sign "sign", and the gateway "g" behind it has one button per flow: the diagram does not say how their presses are counted.',
  ],
  ['votes are fine', signs('g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no')],
  ['conditions are fine', signs('g >[${x > 1}] yes; g >* no')],
]);

findsIn('votes-incomplete', [
  [
    'a missing side is refused',
    signs('g >{ttc:vote=approve} yes; g > no'),
    'error g: The votes behind "sign" are not complete: no flow is for reject; no vote leads to g-no.',
  ],
  [
    'a third flow is refused',
    processFile(
      [
        start(),
        userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
        exclusive('g'),
        end('yes'),
        end('no'),
        end('else'),
      ],
      'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no; g > else',
    ),
    'error g: The votes behind "sign" are not complete: no vote leads to g-else.',
  ],
  [
    'two flows for one side are refused',
    signs('g >{ttc:vote=approve} yes; g >{ttc:vote=approve} no'),
    'error g: The votes behind "sign" are not complete: 2 flows are for approve; no flow is for reject.',
  ],
  [
    'a vote where one person decides is refused',
    decides('g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no'),
    [
      'error g-yes: The flow is marked as a vote, but no user task with a multi-instance marker stands right before its gateway.',
      'error g-no: The flow is marked as a vote, but no user task with a multi-instance marker stands right before its gateway.',
    ],
  ],
  [
    'buttons that offer one side only are refused',
    processFile(
      [
        start(),
        userTask('sign', {
          assignee: '${p}',
          extensions: '<ttc:action name="Yes" type="HANDLE" nextNodeKey="yes"/>',
          multiInstance: { collection: '${people}', elementVariable: 'p' },
        }),
        exclusive('g'),
        end('yes'),
        end('no'),
      ],
      'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
    ),
    'error g: The votes behind "sign" are not complete: no button of the task is for reject.',
  ],
  [
    'a voting button without a gateway is refused',
    fileWith(
      userTask('sign', {
        assignee: '${p}',
        extensions: '<ttc:action name="Yes" type="HANDLE" vote="approve"/>',
        multiInstance: { collection: '${people}', elementVariable: 'p' },
      }),
    ),
    'error sign: A button of "sign" is a vote, but the task does not have an exclusive gateway right behind it, so the votes decide nothing.',
  ],
  ['one flow for each side is fine', signs('g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no')],
]);

findsIn('votes-with-completion-condition', [
  [
    'votes with a completion condition are refused',
    processFile(
      [
        start(),
        userTask('sign', {
          assignee: '${p}',
          multiInstance: { collection: '${people}', elementVariable: 'p', condition: '${nrOfCompletedInstances > 1}' },
        }),
        exclusive('g'),
        end('yes'),
        end('no'),
      ],
      'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
    ),
    'error sign: "sign" has a completion condition, but its signers vote, and a condition cannot say which side won.',
  ],
  [
    'votes with ttc:completion are fine',
    processFile(
      [
        start(),
        userTask('sign', {
          assignee: '${p}',
          attributes: { 'ttc:completion': '2' },
          multiInstance: { collection: '${people}', elementVariable: 'p' },
        }),
        exclusive('g'),
        end('yes'),
        end('no'),
      ],
      'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
    ),
  ],
]);

findsIn('votes-instead-of-conditions', [
  [
    'a condition on a flow that votes choose gets a warning',
    signs('g >[${ok}]{ttc:vote=approve} yes; g >{ttc:vote=reject} no'),
    'warning g-yes: The flow has a condition, but votes choose between the flows of its gateway; the condition is ignored.',
  ],
  ['votes without conditions are fine', signs('g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no')],
]);

findsIn('last-signer-decides', [
  [
    'signers that overwrite each other get a warning',
    signs('g >[${ok}] yes; g >[${!ok}] no'),
    'warning sign: Each signer of "sign" sets ok, so the gateway "g" follows the last press.',
  ],
  ['one person who decides is fine', decides('g >[${ok}] yes; g >[${!ok}] no')],
]);
