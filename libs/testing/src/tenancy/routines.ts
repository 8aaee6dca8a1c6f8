import {
  isArrowFunction,
  isClassDeclaration,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
  isPropertyDeclaration,
  isVariableStatement,
  type FunctionLikeDeclaration,
  type Node,
  type ParameterDeclaration,
  type SourceFile,
} from 'typescript';

/** A method or a module's function: what a caller can name. Functions inside belong to it. */
export interface Routine {
  /** `Class.method`, or the function's name. */
  name: string;
  file: string;
  parameters: readonly ParameterDeclaration[];
  /** Where its queries are looked for, parameters and their decorators included. */
  node: Node;
  /** Its class's constructor parameters, for calls through `this`. */
  injected: readonly ParameterDeclaration[];
}

export function routinesOf(source: SourceFile): Routine[] {
  const routine = (name: string, node: Node, injected: readonly ParameterDeclaration[] = []): Routine => ({
    name,
    file: source.fileName,
    node,
    injected,
    parameters: isFunctionLike(node) ? [...node.parameters] : [],
  });
  return source.statements.flatMap((statement): Routine[] => {
    if (isFunctionDeclaration(statement) && statement.name) return [routine(statement.name.text, statement)];
    if (isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer && isFunctionLike(initializer) ? [routine(name.getText(), initializer)] : [],
      );
    if (!isClassDeclaration(statement)) return [];
    const injected = [...(statement.members.find(isConstructorDeclaration)?.parameters ?? [])];
    return statement.members.flatMap((member) => {
      const name = `${statement.name?.text ?? 'class'}.${member.name?.getText() ?? 'constructor'}`;
      const property = isPropertyDeclaration(member) ? member.initializer : undefined;
      if (property) return [routine(name, property, injected)];
      return isFunctionLike(member) ? [routine(name, member, injected)] : [];
    });
  });
}

const isFunctionLike = (node: Node): node is FunctionLikeDeclaration =>
  isMethodDeclaration(node) ||
  isConstructorDeclaration(node) ||
  isArrowFunction(node) ||
  isFunctionDeclaration(node) ||
  isFunctionExpression(node);
