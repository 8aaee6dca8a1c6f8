import type { CueWords } from '../../language-words';

export const ITALIAN_CUES: CueWords = {
  reference:
    'microchip imei numero_cliente n_cliente codice_cliente cod_cliente numero_ordine n_ordine numero_d_ordine ordine_n numero_pratica n_pratica pratica pratica_n numero_contratto n_contratto numero_polizza n_polizza polizza pol numero_fattura n_fattura fattura_n numero_sinistro sinistro n_sinistro matricola n_matricola numero_di_matricola codice_paziente id_paziente numero_paziente nosografico cartella cartella_clinica numero_cartella id_ricovero numero_tessera tessera n_tessera riferimento rif ns_rif vs_rif numero_di_riferimento protocollo n_prot prot_n numero_protocollo numero_di_protocollo ticket codice_prenotazione numero_prenotazione nre pod pdr numero_contatore codice_dipendente numero_dipendente rg rgn r_g n_iscr iscr iscrizione numero_spedizione tracking codice_utente lead_id pos_inps pos_inail verbale n_verbale rea albo codice_pratica contatore_n prot_gen',
  referenceWord:
    'ordine fattura contratto pratica prenotazione preventivo bolla ddt procedimento fascicolo abbonamento n no nr ticket contatore spedizione mandato',
  idNumber:
    'codice_fiscale cod_fiscale cf c_f cod_fisc partita_iva p_iva piva p_i part_iva tessera_sanitaria carta_d_identita carta_identita c_i passaporto n_passaporto numero_passaporto patente patente_di_guida n_patente permesso_di_soggiorno avs n_avs numero_avs nr_avs cie doc_n documento_n documento_di_identita doc',
  account:
    'conto conto_corrente numero_conto c_c n_conto iban coordinate_bancarie',
  bank:
    'abi cab cin_bancario',
  bic:
    'bic swift codice_bic',
  card:
    'carta carta_di_credito numero_carta numero_di_carta carta_di_debito bancomat carta_prepagata postepay',
  cardCode:
    'cvv cvc codice_di_sicurezza',
  cardExpiry:
    'scadenza scade scad valida_fino',
  plate:
    'targa targato targata targhe',
  vehicle:
    'auto macchina furgone veicolo camion moto pulmino autocarro rimorchio ducato autobus conducente autovettura',
  secret:
    'password parola_d_ordine chiave_api chiave_segreta chiave_wifi passphrase parola_chiave_segreta licenza chiave_di_accesso',
  pin:
    'pin codice_pin codice_di_accesso codice_segreto codice_di_verifica pin_ritiro puk codice_porta codice_cancello codice_otp',
  code: 'codice combinazione codici',
  lock:
    'porta portone cancello lucchetto cassaforte allarme garage armadietto sbarra serratura cassetta_delle_chiavi citofono ascensore antifurto cassetta_di_sicurezza cantina',
  username:
    'nome_utente username login nickname soprannome_utente',
  usernameWord:
    'utente utenza agente',
  address:
    'ip indirizzo_ip indirizzo server host nodo macchina gateway',
  none:
    'numero_di_telefono telefono pagina articolo numero_di_pagina codice_postale cap numero_civico numero_verde codice_sorgente numero_di_cellulare n_di_serie numero_di_serie codice_prodotto codice_errore',
  fillers:
    'n no nr num numero numeri e è sono era il la lo del della di mio mia suo sua nuovo nuova attuale per che finisce con id ritiro',
  copulas:
    'e sono era',
};
