import type { LanguageWords } from '../../language-words';
import { PORTUGUESE_ADDRESSES } from './addresses';
import { PORTUGUESE_DATES } from './dates';
import { PORTUGUESE_CUES } from './cues';
import { PORTUGUESE_COMPANIES, PORTUGUESE_PLACES } from './organizations';
import { PORTUGUESE_LETTERS, PORTUGUESE_PEOPLE, PORTUGUESE_TITLES } from './people';
import { PORTUGUESE_SURROGATES } from './surrogates';

export const PORTUGUESE: LanguageWords = {
  titles: PORTUGUESE_TITLES,
  particles: { clear: 'da dos', everyday: 'e', within: 'das do' },
  organizations: { legalForms: 'Lda' },
  people: PORTUGUESE_PEOPLE,
  letters: PORTUGUESE_LETTERS,
  fields: {
    phone:
      'telefone telefones telemovel telemoveis celular tel tlm fone fax numero_de_telefone numero_de_telemovel',
    extension: 'ramal extensao',
    email: 'correio_eletronico endereco_de_email',
    firstName: 'primeiro_nome nome_proprio',
    lastName: 'apelido sobrenome ultimo_nome',
    fullName: 'nome_completo nome_do_cliente nome_do_paciente',
    name: 'nome nomes',
    person:
      'cliente clientes paciente pacientes contato contacto pessoa funcionario funcionaria empregado autor autora titular destinatario remetente inquilino proprietario aluno aluna estudante medico advogado advogada participante requerente beneficiario segurado condutor conjuge pai mae filho filha responsavel',
    organization:
      'empresa sociedade organizacao fornecedor fabricante marca empregador escola hospital banco',
    thing: 'produto artigo arquivo ficheiro nome_de_usuario nome_de_utilizador projeto evento modelo',
    place: 'pais',
    reference:
      'encomenda numero_da_encomenda pedido numero_do_pedido fatura numero_da_fatura contrato processo nif cpf cnpj nis referencia numero_do_cliente codigo',
    account: 'conta numero_da_conta cartao',
    date: 'data hora ano',
    birthdate:
      'data_de_nascimento data_nascimento dt_nascimento data_nasc dt_nasc nascimento nascido nascida nasc dn data_de_falecimento data_obito',
    amount: 'valor preco total soma salario quantidade peso',
    street: 'rua logradouro',
    city: 'cidade localidade',
    address: 'morada endereco residencia morada_fiscal',
    postcode: 'codigo_postal cep',
    personal: 'sexo idade nacionalidade departamento',
    property: 'tipo estado verificado modelo operadora prefixo indicativo',
    neutral: 'numero numeros valor casa escritorio trabalho pessoal principal outro emergencia de do da e ou',
  },
  cues: PORTUGUESE_CUES,
  goods: {
    numbers: 'artigo cod codigo ref referencia',
    items: 'artigo descricao produto servico',
    prices: 'preco precos valor',
  },
  nobody: 'nenhum desconhecido',
  numbers: {
    units: 'zero um/uma dois/duas três/tres quatro cinco seis/meia sete oito nove',
    teens:
      'dez onze doze treze catorze/quatorze quinze dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    double: 'duplo',
    and: 'e',
  },
  phones: {
    phrases:
      'lig(?:ar|ue|a|uem)(?:-me|-nos|-lhe)?;contact(?:ar|e);contat(?:ar|e);(?:meu|teu|seu|nosso) número',
    connectors: 'é para o a ou e no número me',
  },
  dates: PORTUGUESE_DATES,
  addresses: PORTUGUESE_ADDRESSES,
  companies: PORTUGUESE_COMPANIES,
  places: PORTUGUESE_PLACES,
  request: {
    tags: 'pt por',
    regions: 'PT BR AO',
    functionWords: 
      'não uma em os ao pelo pela são foi você isso também dos com sem seu ele ela nós muito já há estou ' +
      'obrigado obrigada aos num numa após até',
    surrogates: PORTUGUESE_SURROGATES,
    townEndings: 'al ede eira ela elo im inho osa',
  },
};
