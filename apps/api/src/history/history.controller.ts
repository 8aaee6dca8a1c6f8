import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { StartedAssistant } from '@app/assistants';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { ImageLinks } from '@app/images';
import {
  attachedBy,
  findReplacements,
  ListChats,
  ReadHistory,
  type History,
  type KeptTurn,
  type ShownPassages,
} from '@app/sessions';
import { CHAT_ID, CHAT_NAME, HISTORY } from '../chat/chat.dto';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { ChatListDto, HistoryDto, HistoryQueryDto } from './history.dto';

@ApiTags('history')
@Access({ roles: ROLES, scope: 'chat' })
@Controller('history')
export class HistoryController {
  constructor(
    private readonly listChats: ListChats,
    private readonly readHistory: ReadHistory,
    private readonly imageLinks: ImageLinks,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listChats', summary: 'Your chats by id, last used first' })
  @ApiAnswer(ChatListDto, { success: true, message: 'Chat list', data: { [CHAT_ID]: CHAT_NAME } })
  async list(@CurrentUser() user: AuthUser) {
    const chats = await this.listChats.all(user);
    const data = Object.fromEntries(chats.map(({ id, name }) => [id, name]));
    return { success: true, message: 'Chat list', data };
  }

  @Get(':chat_id')
  @ApiOperation({
    operationId: 'getChat',
    summary: 'The turns of a chat, in order',
    description:
      'With `limit`, returns pages from the newest turn backwards; within a page, turns are in order.',
  })
  @ApiAnswer(HistoryDto, HISTORY)
  @ApiFailure(400, 'limit must be a whole number from 1 to 200', ['limit'])
  @ApiFailure(404, 'You have no chat with this id')
  async read(
    @CurrentUser() user: AuthUser,
    @Param('chat_id') chatId: string,
    @Query() { include, ...page }: HistoryQueryDto,
  ) {
    const history = await this.readHistory.execute(user, chatId, page);
    const included = new Set(include?.split(','));
    const assistant =
      included.has('restored') || included.has('passages')
        ? await this.readHistory.assistant(user, chatId)
        : undefined;
    const passages = included.has('passages')
      ? await this.readHistory.passages(user, history.turns, assistant)
      : [];
    const instructions =
      assistant && included.has('passages') ? this.readHistory.instructions(history.turns, assistant) : [];
    const versions = included.has('versions')
      ? await this.readHistory.versions(user, chatId, history.turns)
      : [];
    const names = included.has('restored') ? await this.readHistory.fileNames(user, history.turns) : [];
    return {
      success: true,
      message: 'Chat history',
      response_code: 200,
      data: historyData(history, included, (id) => this.imageLinks.to(id), {
        passages,
        instructions,
        versions,
        names,
        ...(assistant && { assistant }),
      }),
      ...(page.limit !== undefined && { next_cursor: history.nextCursor }),
    };
  }
}

/**
 * Returns the `data` of GET history/{chat_id}. `restored` and `replacements` add the fields of the extensions
 * (contract: Chat).
 *
 * @param included the requested extensions
 * @param imageUrl creates a new link to an image
 * @param extras what was sent of documents with each turn, the ids of its versions, and the file names of its documents, if
 *   they are requested
 */
export const historyData = (
  { turns, anonymizedValues, detectedValues }: History,
  included: ReadonlySet<string>,
  imageUrl: (id: string) => string,
  { passages = [], instructions = [], versions = [], names = [], assistant }: HistoryExtras = {},
) => ({
  anonymized_values: anonymizedValues,
  ...(included.has('restored') && { detected_values: detectedValues }),
  ...(included.has('restored') &&
    assistant && {
      assistant: {
        assistant_id: assistant.id,
        version: assistant.version,
        name: assistant.name,
        instruction: assistant.instruction,
      },
    }),
  prompts: turns.map((turn, i) => {
    const url = turn.responseType === 'image' ? imageUrl(turn.id) : undefined;
    return {
      ...promptEntry(turn, url),
      ...(included.has('restored') && { ...restoredFields(turn, url), docNames: names[i] ?? [] }),
      ...(passages[i] && { passages: passages[i].map(passagesEntry) }),
      ...(instructions[i] && { instruction: instructions[i] }),
      ...(versions[i] && { turnId: turn.id, versions: versions[i] }),
      ...(included.has('replacements') && {
        replacements: findReplacements(turn.anonymizedPrompt, turn.replacements),
        ...(turn.findings.beside && {
          sentBeside: { ...turn.findings.beside, ...replacedBeside(turn.findings) },
        }),
        ...endOf(turn, turns[i - 1]),
      }),
    };
  }),
});

interface HistoryExtras {
  passages?: readonly (readonly ShownPassages[] | undefined)[];
  instructions?: readonly (Omit<ShownPassages, 'documentId'> | undefined)[];
  assistant?: StartedAssistant;
  versions?: readonly (readonly string[])[];
  names?: readonly (readonly (string | null)[])[];
}

/** Returns how many values were replaced in what was sent with a prompt, if that is known. */
function replacedBeside({ passages, instruction }: KeptTurn['findings']) {
  if (!passages && !instruction) return {};
  return { replaced: [...(passages ?? []).map((sent) => sent.replaced), instruction ?? []].flat().length };
}

/** Returns how a turn was protected, how its answer ended, and whether it continues the previous one. */
const endOf = ({ findings: { protection, finish, continues } }: KeptTurn, before: KeptTurn | undefined) => ({
  ...(protection && { protection }),
  ...(finish && { finishReason: finish }),
  ...(finish === 'stopped' && { stopped: true }),
  ...(continues && (!before || before.id === continues.turnId) && { continuesAt: continues.at }),
});

const passagesEntry = ({ documentId: doc, ...sent }: ShownPassages) => ({ doc, ...sent });

const promptEntry = (turn: KeptTurn, url: string | undefined) => ({
  responseType: turn.responseType,
  originalPrompt: turn.prompt,
  anonymizedPrompt: turn.anonymizedPrompt,
  response: url ?? turn.answer,
});

const restoredFields = (turn: KeptTurn, url: string | undefined) => ({
  replacedResponse: url ?? turn.restoredAnswer,
  createdAt: turn.createdAt.toISOString(),
  model: turn.model,
  doc: turn.documentId ?? '',
  docs: attachedBy(turn),
});
