import type { CompanyWords, PlaceWords } from '../../language-words';

export const PORTUGUESE_COMPANIES: CompanyWords = {
  forms:
    'L\\.?da\\.?;Ltda\\.?;S\\. ?A\\.;S/A;SGPS;EPP;ME;EIRELI;Unipessoal(?:,? Lda\\.?)?;& Filhos?;& Cia\\.?;& Irmãos?;e Filhos;& Associados',
  heads:
    'Universidade(?: de| do| da| Federal d[eoa])?;Hospital(?: de| do| da)?;Câmara Municipal d[eoa]s?;Junta de Freguesia d[eoa]s?;Ministério d[eoa]s?;Tribunal(?: Judicial)?(?: da Comarca)? d[eoa]s?;Banco(?: do| de)?;Escola(?: Secundária| Básica| Estadual| Municipal)?(?: de| do| da)?;Instituto(?: de| do)?;Prefeitura(?: Municipal)? d[eoa];Secretaria d[eoa];Clínica;Centro de Saúde d[eoa];Farmácia;Agrupamento de Escolas(?: de| do| da)?;Colégio;Restaurante;Hotel;Padaria;Pastelaria;Oficina;Construções;Transportes;Fundação;Associação;Cooperativa;Conservatória(?: do Registo \\p{Lu}\\p{L}+)? d[eoa];Cartório;Serviço de Finanças d[eoa];Bombeiros Voluntários d[eoa];Polícia;Igreja;Paróquia d[eoa];Grupo;Supermercado;Lar;Seguros;Caixa',
  announcing:
    '[Ee]mpresa;[Ff]irma;[Ss]ociedade',
  elsewhere: 'em;no;na;e;ou;para;com',
  within:
    'de;do;da;dos;das;e;a;o;&',
  articles:
    'o a os as um uma de do da em no na com por para ao à e',
};

export const PORTUGUESE_PLACES: PlaceWords = { leading: 'em' };
