import ts from 'typescript';
import { program, ROOT } from './public-program.ts';

/** Names of our own types that the public declarations of a module mention and the module does not export. */
export function listUnexportedNames(entry: string): string[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(ROOT + entry);
  const module = file && checker.getSymbolAtLocation(file);
  const exported = new Set(
    (module ? checker.getExportsOfModule(module) : []).map((symbol) => resolve(symbol, checker)),
  );
  const missing = new Set<string>();

  function visit(node: ts.Node, mentionedBy: string): void {
    if (ts.isBlock(node) || ts.isJSDoc(node)) return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const symbol = checker.getSymbolAtLocation(name);
      const meant = symbol && resolve(symbol, checker);
      const isParameter = meant && (meant.flags & ts.SymbolFlags.TypeParameter) !== 0;
      if (meant && !isParameter && isOurs(meant) && !exported.has(meant)) {
        missing.add(`${meant.name} (mentioned by ${mentionedBy})`);
      }
    }
    ts.forEachChild(node, (child) => visit(child, mentionedBy));
  }

  for (const symbol of exported) {
    for (const declaration of symbol.declarations ?? []) {
      // What a constant is was inferred: an editor shows it spelled out.
      if (!ts.isVariableDeclaration(declaration)) visit(declaration, symbol.name);
    }
  }
  return [...missing].sort();
}

function resolve(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isOurs(symbol: ts.Symbol): boolean {
  return symbol.declarations?.some((each) => each.getSourceFile().fileName.startsWith(`${ROOT}src/`)) === true;
}
