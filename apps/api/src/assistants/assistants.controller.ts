import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ManageAssistants, type AssistantUser } from '@app/assistants';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { PageQueryDto } from '../admin/page.dto';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import {
  ASSISTANT,
  AssistantAnswerDto,
  AssistantDetailsAnswerDto,
  AssistantListDto,
  AssistantVersionsDto,
  ChangedAssistantDto,
  NewAssistantDto,
  toAssistantDto,
  toDocumentDto,
  toFields,
  toVersionDto,
} from './assistants.dto';

const NO_ASSISTANT = 'There is no such assistant';
const NOT_EDITOR = 'You may use this assistant, but not change it';
const DEFAULT_LIMIT = 100;

/** Assistants of the caller, of the caller's groups and of the organization. A chat names one with `assistant_id`. */
@ApiTags('assistants')
@Access({ roles: ROLES })
@Controller('assistants')
export class AssistantsController {
  constructor(private readonly assistants: ManageAssistants) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'createAssistant',
    summary: 'Creates an assistant: an instruction with documents, to start chats with',
  })
  @ApiAnswer(AssistantAnswerDto, { success: true, message: 'Assistant created', data: ASSISTANT })
  @ApiFailure(400, 'name must have 1 to 100 characters', ['name'])
  @ApiFailure(403, 'Only admins may share an assistant with the whole organization')
  @ApiFailure(409, 'An organization has at most 500 assistants, and a user 50; delete another one')
  async create(@CurrentUser() user: AuthUser, @Body() body: NewAssistantDto): Promise<AssistantAnswerDto> {
    const made = await this.assistants.create(asUser(user), toFields(body));
    return { success: true, message: 'Assistant created', data: toAssistantDto(made) };
  }

  @Get()
  @Access({ roles: ROLES, scope: 'chat' })
  @ApiOperation({
    operationId: 'listAssistants',
    summary: 'The assistants that you may use, newest first',
    description: 'Admins also see those of groups that they are not in, which they may change.',
  })
  @ApiAnswer(AssistantListDto, { success: true, message: 'Assistants', data: [ASSISTANT], next_cursor: null })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(
    @CurrentUser() user: AuthUser,
    @Query() { limit = DEFAULT_LIMIT, cursor }: PageQueryDto,
  ): Promise<AssistantListDto> {
    const page = { limit, ...(cursor !== undefined && { cursor }) };
    const { assistants, next } = await this.assistants.list(asUser(user), page);
    return { success: true, message: 'Assistants', data: assistants.map(toAssistantDto), next_cursor: next };
  }

  @Get(':assistant_id')
  @Access({ roles: ROLES, scope: 'chat' })
  @ApiOperation({ operationId: 'getAssistant', summary: 'One assistant, and its documents' })
  @ApiAnswer(AssistantDetailsAnswerDto, {
    success: true,
    message: 'Assistant',
    data: {
      ...ASSISTANT,
      documents: [
        { document_id: '019aa5c4-3a1e-7c3a-9b0f-5f1f7a3c2d41', file_name: 'terms-of-delivery.txt' },
      ],
    },
  })
  @ApiFailure(404, NO_ASSISTANT)
  async get(
    @CurrentUser() user: AuthUser,
    @Param('assistant_id') id: string,
  ): Promise<AssistantDetailsAnswerDto> {
    const found = await this.assistants.find(asUser(user), id);
    const documents = (await this.assistants.documentsOf(asUser(user), id)).map(toDocumentDto);
    return { success: true, message: 'Assistant', data: { ...toAssistantDto(found), documents } };
  }

  @Put(':assistant_id')
  @ApiOperation({
    operationId: 'changeAssistant',
    summary: 'Saves the next version of an assistant, as a whole',
    description: 'Chats keep the version that they were started with. Its documents stay.',
  })
  @ApiAnswer(AssistantAnswerDto, { success: true, message: 'Assistant changed', data: ASSISTANT })
  @ApiFailure(400, 'group_id must be the id of one of your groups', ['group_id'])
  @ApiFailure(403, NOT_EDITOR)
  @ApiFailure(404, NO_ASSISTANT)
  @ApiFailure(409, 'Another version of this assistant was saved; read it again')
  async change(
    @CurrentUser() user: AuthUser,
    @Param('assistant_id') id: string,
    @Body() { version, ...fields }: ChangedAssistantDto,
  ): Promise<AssistantAnswerDto> {
    const changed = await this.assistants.change(asUser(user), id, version, toFields(fields));
    return { success: true, message: 'Assistant changed', data: toAssistantDto(changed) };
  }

  @Delete(':assistant_id')
  @ApiOperation({
    operationId: 'deleteAssistant',
    summary: 'Deletes an assistant with its versions and documents',
    description: 'Chats keep the instruction that they were started with, without its documents.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Assistant deleted' })
  @ApiFailure(403, NOT_EDITOR)
  @ApiFailure(404, NO_ASSISTANT)
  async remove(@CurrentUser() user: AuthUser, @Param('assistant_id') id: string): Promise<DoneDto> {
    await this.assistants.delete(asUser(user), id);
    return { success: true, message: 'Assistant deleted' };
  }

  @Get(':assistant_id/versions')
  @ApiOperation({
    operationId: 'listAssistantVersions',
    summary: 'The stored versions of an assistant, newest first, at most 50',
  })
  @ApiAnswer(AssistantVersionsDto, {
    success: true,
    message: 'Versions',
    data: [
      {
        name: ASSISTANT.name,
        description: ASSISTANT.description,
        instruction: ASSISTANT.instruction,
        variables: ASSISTANT.variables,
        model: null,
        kinds: [],
        starters: [],
        version: 1,
        created_at: ASSISTANT.created_at,
      },
    ],
  })
  @ApiFailure(404, NO_ASSISTANT)
  async versions(
    @CurrentUser() user: AuthUser,
    @Param('assistant_id') id: string,
  ): Promise<AssistantVersionsDto> {
    const data = (await this.assistants.versions(asUser(user), id)).map(toVersionDto);
    return { success: true, message: 'Versions', data };
  }

  @Put(':assistant_id/documents/:document_id')
  @ApiOperation({
    operationId: 'addAssistantDocument',
    summary: 'Gives an assistant one of your uploaded documents, which no chat may use',
    description: 'It belongs to the assistant from then on. Chats with the assistant search its passages.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Document added' })
  @ApiFailure(403, NOT_EDITOR)
  @ApiFailure(404, 'You have no such document, or a chat uses it')
  @ApiFailure(409, 'An assistant has at most 20 documents; remove another one')
  async addDocument(
    @CurrentUser() user: AuthUser,
    @Param('assistant_id') id: string,
    @Param('document_id') documentId: string,
  ): Promise<DoneDto> {
    await this.assistants.addDocument(asUser(user), id, documentId);
    return { success: true, message: 'Document added' };
  }

  @Delete(':assistant_id/documents/:document_id')
  @ApiOperation({ operationId: 'removeAssistantDocument', summary: 'Deletes a document of an assistant' })
  @ApiAnswer(DoneDto, { success: true, message: 'Document deleted' })
  @ApiFailure(403, NOT_EDITOR)
  @ApiFailure(404, 'There is no such document')
  async removeDocument(
    @CurrentUser() user: AuthUser,
    @Param('assistant_id') id: string,
    @Param('document_id') documentId: string,
  ): Promise<DoneDto> {
    await this.assistants.removeDocument(asUser(user), id, documentId);
    return { success: true, message: 'Document deleted' };
  }
}

/** Keys act without the rights of their owner's role. */
const asUser = (user: AuthUser): AssistantUser => ({
  ...user,
  isAdmin: user.role === 'admin',
});
