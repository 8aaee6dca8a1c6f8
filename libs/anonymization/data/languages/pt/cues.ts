import type { CueWords } from '../../language-words';

export const PORTUGUESE_CUES: CueWords = {
  reference:
    'microchip imei numero_de_cliente n_cliente n_de_cliente codigo_de_cliente codigo_do_cliente numero_do_cliente numero_do_pedido n_do_pedido n_pedido pedido_n numero_da_encomenda encomenda_n n_encomenda numero_de_processo numero_do_processo n_processo processo_n numero_do_contrato n_contrato numero_da_apolice apolice n_apolice numero_da_fatura n_fatura fatura_n numero_do_sinistro numero_de_utente n_utente n_de_utente utente sns n_sns numero_do_prontuario prontuario n_prontuario matricula_funcional numero_de_aluno n_de_aluno aluno_n n_mecanografico numero_mecanografico mecanografico numero_de_funcionario protocolo numero_do_protocolo n_protocolo ref n_ref s_ref v_ref numero_de_referencia localizador reserva_n rastreio codigo_de_rastreio numero_do_contador contador cpe cedula_profissional oab inscricao_n alvara boletim_de_ocorrencia credencial numero_de_socio socio_n n_socio carteira_de_trabalho ctps nota_fiscal referencia cedula_om n_de_cedula cedula proc_n nuipc',
  referenceWord:
    'pedido encomenda fatura contrato reserva orcamento chamado processo guia requisicao mat n no proc sinistro registo inscricao ticket emprestimo agendamento relatorio aviso',
  idNumber:
    'nif n_contribuinte contribuinte numero_de_contribuinte n_de_contribuinte nipc cpf cnpj rg niss pis pasep nis inss seguranca_social n_seguranca_social numero_de_seguranca_social cartao_de_cidadao cartao_cidadao bilhete_de_identidade b_i carteira_de_identidade identidade passaporte n_passaporte numero_do_passaporte carta_de_conducao n_carta_de_conducao cnh carteira_de_motorista titulo_de_residencia autorizacao_de_residencia rnm titulo_de_eleitor cartao_sus cns chave_pix bi_n n_cc',
  account:
    'conta numero_da_conta n_da_conta conta_corrente conta_poupanca conta_bancaria iban nib c_c c_p',
  bank:
    'agencia banco_n',
  bic:
    'bic swift',
  card:
    'cartao cartao_de_credito numero_do_cartao cartao_de_debito n_do_cartao cartao_corporativo',
  cardCode:
    'cvv cvc codigo_de_seguranca',
  cardExpiry:
    'validade valido_ate vence vencimento',
  plate:
    'matricula placa matriculas placas chapa',
  vehicle:
    'carro camiao caminhao carrinha viatura veiculo automovel moto reboque motorista condutor onibus',
  secret:
    'senha senhas palavra_passe palavra_chave_secreta chave_api chave_secreta chave_wifi passe senha_tmp senha_do',
  pin:
    'pin codigo_pin codigo_de_acesso codigo_de_verificacao codigo_da_porta codigo_sms codigo_do_portao',
  code: 'codigo combinacao segredo codigos',
  lock:
    'porta portao cadeado cofre alarme garagem cacifo armario portaria portas fechadura cancela elevador caixa_forte predio interfone',
  username:
    'nome_de_usuario nome_de_utilizador utilizador_ad login apelido_online',
  usernameWord:
    'usuario utilizador usuaria',
  address:
    'ip endereco_ip endereco servidor host maquina',
  none:
    'numero_de_telefone n_de_telefone telefone artigo pagina codigo_postal cep numero_da_porta numero_de_telemovel codigo_fonte codigo_de_barras numero_de_serie n_de_serie codigo_de_erro codigo_do_produto',
  fillers:
    'n no num numero numeros e é sao era o a os as do da de meu minha seu sua novo nova atual terminado em final para chave id corporativo que certo',
  copulas:
    'e sao era',
};
