import { runProgram } from '../../support/inner/cli.ts';

export async function renderCommandLine(): Promise<string> {
  const program = await printed(['--help']);
  const commands = [...program.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name);
  const pages = commands.map(async (name) => [`## ${name}`, '', ...fenced(await printed([name, '--help'])), '']);
  return [
    '# Command line',
    '',
    'In a project that has the package, `npx bpmn-transaction-bridge <command>`.',
    '',
    ...fenced(program),
    '',
    ...(await Promise.all(pages)).flat(),
  ].join('\n');
}

async function printed(args: readonly string[]): Promise<string> {
  let text = '';
  const code = await runProgram(args, { out: (line) => (text += `${line}\n`), err: (line) => (text += `${line}\n`) });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`);
  return text.trimEnd();
}

function fenced(text: string): readonly string[] {
  return ['```text', text, '```'];
}
