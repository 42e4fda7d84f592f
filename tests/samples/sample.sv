`timescale 1ns / 1ps
`define LIMIT 3
package types; typedef enum logic [1:0] { IDLE, BUSY = 2'b10 } state_t; endpackage
module counter #(parameter WIDTH = 8, parameter DEPTH = 2) (
    input wire clk, input wire reset_n,
    output reg [WIDTH-1:0] value
);
  localparam STEP = 8'hff;
  reg [WIDTH-1:0] memory [0:DEPTH-1];
  wire carry = &value | ~^memory[0];
  integer i;
  function [3:0] twice(input [3:0] a); begin twice = a << 1; end endfunction
  always @(posedge clk or negedge reset_n) begin : main
    if (!reset_n) value <= 0;
    else begin
      case (value[1:0])
        2'b00: value <= value + STEP;
        2'b01, 2'b1x: value <= {value[WIDTH-2:0], 1'b0};
        default: value <= -value;
      endcase
      for (i = 0; i < DEPTH; i = i + 1) memory[i] <= value - -1;
    end
  end
  assign #1 other = carry ? 1'b1 : 1'bz;
  sub #(.W(4)) u1 (.a(value), .b());
  initial begin $display("%d", `LIMIT); end
endmodule
